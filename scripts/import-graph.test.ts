import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['core', 'server', 'web'];
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** An import or export of types alone: nothing of it is left when the program runs. */
const TYPE_IMPORT =
  /(?:import|export) type [^;]*?from '[^']+';|import \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from '[^']+';/g;

/** What each source file imports of ours; `types`: imports of types too, what is needed to understand it. */
function readGraph({ types = true } = {}): Map<string, string[]> {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  );
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      [
        ...readFileSync(join(ROOT, file), 'utf8')
          .replace(types ? /$^/ : TYPE_IMPORT, '')
          .matchAll(IMPORT),
      ]
        .map(([, path = '']) => normalize(join(dirname(file), path)))
        .filter((path) => known.has(path)),
    ]),
  );
}

/** A way from a file back to itself, or undefined where there is none. */
function findCircle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  function visit(file: string): string[] | undefined {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const imported of graph.get(file) ?? []) {
      const circle = visit(imported);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  }
  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}

test('a circle is found where there is one', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(findCircle(graph)).toEqual(['b', 'c', 'b']);
});

test('no file leads back to itself', () => {
  const graph = readGraph();
  expect(graph.size).toBeGreaterThan(300);
  expect(findCircle(graph)).toBeUndefined();
});

test('rooms are entered in one direction', () => {
  const wrong = [...readGraph()].flatMap(([file, imported]) => {
    const room = file.split('/')[0];
    return imported
      .filter((path) => !path.startsWith(`${room}/`) && !path.startsWith('core/'))
      .map((path) => `${file} -> ${path}`);
  });
  expect(wrong).toEqual([]);
});

/** Imports of values, as folder to folder: `server/features/comments` -> `server/platform/http`. */
function readFolderGraph(room: string): Map<string, string[]> {
  const folderOf = (file: string) => dirname(file);
  const graph = new Map<string, Set<string>>();
  for (const [file, imported] of readGraph({ types: false })) {
    if (!file.startsWith(`${room}/`)) continue;
    const targets = graph.get(folderOf(file)) ?? new Set();
    for (const path of imported)
      if (path.startsWith(`${room}/`) && folderOf(path) !== folderOf(file)) targets.add(folderOf(path));
    graph.set(folderOf(file), targets);
  }
  return new Map([...graph].map(([folder, targets]) => [folder, [...targets]]));
}

test.each(['core', 'server', 'web'])('no folder of %s leads back to itself', (room) => {
  const graph = readFolderGraph(room);
  expect(graph.size).toBeGreaterThan(15);
  expect(findCircle(graph)).toBeUndefined();
});

test('public pages and the console do not import each other, and what both share imports neither', () => {
  const wrong = [...readGraph()].flatMap(([file, imported]) => {
    const [room, part] = file.split('/');
    if (room !== 'web' || !['public', 'console', 'shared'].includes(part ?? '')) return [];
    return imported
      .filter((path) => /^web\/(?:public|console)\//.test(path) && path.split('/')[1] !== part)
      .map((path) => `${file} -> ${path}`);
  });
  expect(wrong).toEqual([]);
});

test('the platform imports no feature, and features meet by their index.ts', () => {
  const wrong = [...readGraph()].flatMap(([file, imported]) => {
    const [room, layer, feature] = file.split('/');
    if (room !== 'server' || (layer !== 'platform' && layer !== 'features')) return [];
    return imported
      .filter((path) => path.startsWith('server/features/'))
      .filter((path) =>
        layer === 'platform'
          ? true
          : path.split('/')[2] !== feature && path !== `server/features/${path.split('/')[2]}/index.ts`,
      )
      .map((path) => `${file} -> ${path}`);
  });
  expect(wrong).toEqual([]);
});

test('an engine imports no product code, and the product enters it by its door', () => {
  const files = (room: string) =>
    readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
  const importsOf = (file: string) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(
      ([, path = '']) => (path.startsWith('.') ? normalize(join(dirname(file), path)) : path),
    );
  const engines = files('engine');
  expect(engines.length).toBeGreaterThan(5);
  const wrong = [
    ...engines.flatMap((file) => {
      const room = file.split('/').slice(0, 2).join('/');
      return importsOf(file)
        .filter((path) => !path.startsWith(`${room}/`))
        .map((path) => `${file} -> ${path}`);
    }),
    ...[...ROOMS, 'bench', 'content', 'e2e', 'scripts'].flatMap(files).flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith('engine/'))
        .map((path) => `${file} -> ${path}`),
    ),
  ];
  expect(wrong).toEqual([]);
});

test('the door of an engine has at most ten exports', () => {
  for (const room of readdirSync(join(ROOT, 'engine'))) {
    const door = readFileSync(join(ROOT, 'engine', room, 'index.ts'), 'utf8');
    const names = [...door.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').filter((name) => name.trim()),
    );
    expect(names.length, room).toBeGreaterThan(0);
    expect(names.length, room).toBeLessThanOrEqual(10);
    expect(door, room).not.toContain('export *');
    expect(readFileSync(join(ROOT, 'engine', room, 'README.md'), 'utf8').length).toBeGreaterThan(500);
  }
});
