import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { LinkAnswer } from '../../../core/links/rules.ts';
import { type AskOptions, askAddress } from './ask.ts';

/** Hosts that are requested at the same time. */
const HOSTS_AT_ONCE = 4;
/** Between two requests to one host, in milliseconds. */
const HOST_PAUSE = 2000;

export interface RoundOptions extends AskOptions {
  /** In milliseconds; see HOST_PAUSE. */
  hostPause?: number;
}

/** Where so many hosts in a row say nothing, and none ever did, it is our own network that is away. */
const SILENT_HOSTS = 10;

/** Host of an address; empty for an invalid address. */
const hostOrEmpty = (url: string) => URL.parse(url)?.host ?? '';

/**
 * Asks addresses: few at once, and one at a time of each host, with a pause between.
 * @param onAnswer is waited for before the host is asked again; not called at all where our own network
 * is away
 * @returns whether there is a network. @throws what onAnswer throws, or the signal's reason
 */
export async function askAll(
  urls: readonly string[],
  { hostPause = HOST_PAUSE, ...options }: RoundOptions,
  onAnswer: (url: string, answer: LinkAnswer) => Promise<void>,
): Promise<boolean> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const limit = pLimit(HOSTS_AT_ONCE);
  const hosts = [...Map.groupBy(urls, hostOrEmpty).values()];
  let isThere = hosts.length < SILENT_HOSTS;
  const held: [string, LinkAnswer][] = [];
  async function tell(url: string, answer: LinkAnswer): Promise<void> {
    held.push([url, answer]);
    isThere ||= answer.status !== null;
    if (isThere) for (const each of held.splice(0)) await onAnswer(...each);
  }
  await Promise.all(
    hosts.map((ofHost) =>
      limit(async () => {
        try {
          for (const [at, url] of ofHost.entries()) {
            if (at > 0) await pause(hostPause, undefined, { signal });
            signal.throwIfAborted();
            await tell(url, await askAddress(url, { ...options, signal }));
          }
        } catch (error) {
          // The first failure stops the other workers.
          failed.abort(error);
          throw signal.reason;
        }
      }),
    ),
  );
  return isThere;
}
