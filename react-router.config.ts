import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Every page of the directory is known from the start: no manifest requests while browsing.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
