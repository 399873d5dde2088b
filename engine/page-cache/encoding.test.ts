import { describe, expect, test } from 'vitest';
import { decodeBody, encodeBody, unpooled } from './encoding.ts';

const SMALL = Buffer.from(JSON.stringify({ companies: ['a', 'b', 'c'] }));

describe('what is kept takes the memory of its bytes, and no more', () => {
  test.each(['br', 'gzip'] as const)('compressed by %s', async (encoding) => {
    const kept = await encodeBody(SMALL, encoding, { isCached: true });
    expect(kept.buffer.byteLength).toBe(kept.length);
    expect(await decodeBody(kept, encoding)).toEqual(SMALL);
    // A body that is sent once may stay in a pool: it is freed after sending.
    const sent = await encodeBody(SMALL, encoding, { isCached: false });
    expect(sent.buffer.byteLength).toBeGreaterThan(sent.length);
  });

  test.each([
    ['a text', '작은 거인들'],
    ['a text in Latin letters', 'Tiny Giants, grün'],
    ['no text', ''],
    ['half of a sign', '\ud83d 작은 \ude00 \ud83d\ude00'],
    ['bytes', Buffer.from('작은 거인들')],
    ['no bytes', Buffer.alloc(0)],
  ])('as %s', (_, content) => {
    const own = unpooled(content);
    expect(own.buffer.byteLength).toBe(own.length);
    expect(own).toEqual(Buffer.from(content));
  });
});
