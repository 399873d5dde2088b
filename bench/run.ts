// npm run bench -- NAME: measures, and writes a table to bench/results/NAME.md.
export {};

const benches = {
  alive: () => import('./alive.ts'),
  comments: () => import('./comments.ts'),
  console: () => import('./console.ts'),
  flood: () => import('./flood.ts'),
  http: () => import('./http.ts'),
  import: () => import('./import.ts'),
  palette: () => import('./palette.ts'),
  pictures: () => import('./pictures.ts'),
  render: () => import('./render.ts'),
  scale: () => import('./scale.ts'),
  start: () => import('./start.ts'),
  web: () => import('./web.ts'),
};

const name = process.argv[2] ?? '';
if (!Object.hasOwn(benches, name)) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(1);
}
const { run } = await benches[name as keyof typeof benches]();
await run(process.argv.slice(3)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
process.exit(0);
