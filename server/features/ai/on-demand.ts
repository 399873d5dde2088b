import type { Ai, AiOptions } from './ai.ts';

/** The AI; its libraries are loaded with the first question, because most processes are never asked one. */
export function createAiOnDemand(options: AiOptions): Ai {
  let loading: Promise<Ai> | undefined;
  const load = () => {
    loading ??= import('./ai.ts').then((module) => module.createAi(options));
    return loading;
  };
  return {
    usage: options.usage,
    requireReady: async (provider) => (await load()).requireReady(provider),
    ask: async (question) => (await load()).ask(question),
    test: async (provider, typed) => (await load()).test(provider, typed),
    async stop() {
      await (await loading)?.stop();
    },
  };
}
