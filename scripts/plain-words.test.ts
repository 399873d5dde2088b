import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Words that stand for a noun which the reader has to find elsewhere. */
const PRONOUNS = new Set(
  'what that who whose whom whoever whatever it its those these this they them nobody somebody anybody everybody none'.split(
    ' ',
  ),
);
/** A comment with at least this share of pronouns is a puzzle; short ones have too few words to tell. */
const SHARE = 0.17;
const WORDS_MIN = 6;

/** Words of the first editions with their names in the field. Migrations and archived notes may say them. */
const RETIRED: Readonly<Record<string, string>> = {
  keepStill: 'registerStatic',
  drawStill: 'renderStatic',
  StillPart: 'StaticHtml',
  gatherAs: 'trackDependencies',
  gatherShown: 'collectDependencies',
  askInside: 'inject',
  ASKED_FIRST: 'PIPELINED',
  SteadyCompiler: 'StablePlanCompiler',
  callToDraw: 'callUnvalidated',
  foundOf: 'toSearchDocument',
  meantBy: 'parseName',
  errorsForgiven: 'maxTypos',
  noteWaiting: 'enqueue',
  indexWaiting: 'indexQueued',
  askedOf: 'wordsInField',
  queryOf: 'parseQuery',
  followLongWork: 'startReindexWorker',
  comeOnUse: 'hydrateOnInteraction',
  noteAlive: 'HydrationMark',
  passOver: 'ignoreReadOnlyError',
  eachOf: 'applyToEach',
  nameElsewhere: 'syncFounderNames',
  toldIn: 'pickText',
  inOnePiece: 'flattenString',
  drawerOf: 'memoizeRenderer',
  forgivingWords: 'fuzzyVocabulary',
  createRemaker: 'createRevalidator',
  RenderGate: 'RenderQueue',
  STILL_COLUMNS: 'STABLE_COLUMNS',
  MOVING_COLUMNS: 'COUNTER_COLUMNS',
  keptFormat: 'cachedFormat',
  useKeptDraft: 'useLocalDraft',
  useKeptForm: 'useLocalDraftForm',
  KeptNotice: 'LocalDraftNotice',
  companiesWanted: 'selectMatching',
  selectMoving: 'selectCounters',
  TOLD_FIELDS: 'REPORTED_FIELDS',
  FAILURES_TOLD: 'FAILURES_BEFORE_ALERT',
  noteAsked: 'recordAiRound',
};

const filesWithTests = ['core', 'engine', 'server', 'web'].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('/migrations/')),
);
const journeys = readdirSync(join(ROOT, 'e2e')).flatMap((name) =>
  name.endsWith('.ts') ? [`e2e/${name}`] : [],
);
const files = filesWithTests.filter((file) => !/\.test\.tsx?$/.test(file));

/** The comments of a source file, each as one text; lines of `//` that follow each other belong together. */
function commentsOf(source: string): string[] {
  const blocks = [...source.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, text = '']) =>
    text.replace(/^\s*\*/gm, ' '),
  );
  const lines = [...source.matchAll(/(?:^[ \t]*\/\/(?!\s*biome-ignore).*\n?)+/gm)].map(([text]) =>
    text.replace(/^\s*\/\//gm, ' '),
  );
  return [...blocks, ...lines].map((text) => text.replace(/@\w+|`[^`]*`/g, ' ').trim());
}

function isPuzzle(comment: string): boolean {
  const words = comment.toLowerCase().match(/[a-z']+/g) ?? [];
  const pronouns = words.filter((word) => PRONOUNS.has(word)).length;
  return words.length >= WORDS_MIN && pronouns / words.length >= SHARE;
}

test('a comment with many pronouns is found', () => {
  expect(isPuzzle('Those of an answer that is what its reader has.')).toBe(true);
  expect(isPuzzle('Headers of a 304 response.')).toBe(false);
  expect(commentsOf("/** One. */\nconst a = 'x'; // not at the start\n// Two\n// lines.\n")).toEqual([
    'One.',
    expect.stringMatching(/^Two\s+lines\.$/),
  ]);
});

test('comments name their nouns', () => {
  const puzzles = files.flatMap((file) =>
    commentsOf(readFileSync(join(ROOT, file), 'utf8'))
      .filter(isPuzzle)
      .map((comment) => `${file}: ${comment.replace(/\s+/g, ' ')}`),
  );
  expect(puzzles).toEqual([]);
});

test('retired words are not used again', () => {
  const used = filesWithTests.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return Object.keys(RETIRED)
      .filter((word) => new RegExp(`\\b${word}\\b`).test(source))
      .map((word) => `${file}: ${word}, say ${RETIRED[word]}`);
  });
  expect(used).toEqual([]);
});

test('a person of unknown gender is they', () => {
  const gendered = [...filesWithTests, ...journeys].filter((file) =>
    /\b(?:he|him|his|himself)\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(gendered).toEqual([]);
});
