import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`a flood from one network on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { RATE_LIMITS: 'on' } });
      await makeCompany(app, 'Acme');
    });
    afterEach(() => app.close());

    const search = (n: number, remoteAddress: string) =>
      app.get(`/api/search?q=${encodeURIComponent(`acmee ${n}`)}&language=en`, { remoteAddress });

    test('of searches is answered in turns: strangers get theirs, and the flood is told to come again', async () => {
      const flood = Array.from({ length: 120 }, (_, n) => search(n, '203.0.113.9'));
      const strangers = Array.from({ length: 40 }, (_, n) => search(1000 + n, `198.51.100.${n}`));
      const answers = await Promise.all(strangers);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(strangers.map(() => 200));
      const busy = (await Promise.all(flood)).filter(({ statusCode }) => statusCode !== 200);
      expect(busy.length).toBeGreaterThan(0);
      for (const answer of busy) {
        expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
        expect(answer.headers['retry-after']).toBe('2');
      }
      expect((await search(0, '203.0.113.9')).statusCode).toBe(200);
    });

    test('of four networks leaves room for whoever comes after them', async () => {
      const flood = Array.from({ length: 240 }, (_, n) => search(n, `203.0.113.${n % 4}`));
      const strangers = Array.from({ length: 75 }, (_, n) => search(1000 + n, `198.51.100.${n}`));
      const answers = await Promise.all(strangers);
      expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
      await Promise.all(flood);
    });

    test('what describes the API is compressed, and a language list without end costs nothing', async () => {
      for (const path of ['/api/docs', '/api/openapi.json']) {
        const plain = await app.get(path, { headers: { 'accept-encoding': 'identity' } });
        const sent = await app.get(path, { headers: { 'accept-encoding': 'br' } });
        expect([sent.statusCode, sent.headers['content-encoding'], sent.headers['vary']]).toEqual([
          200,
          'br',
          'Accept-Encoding',
        ]);
        expect(sent.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
      }
    });
  });
}
