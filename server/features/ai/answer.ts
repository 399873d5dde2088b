/**
 * The JSON object of a model's answer. Models wrap it in a code fence or in a few words in spite of
 * what they were asked. Undefined where there is none, as in prose or in an answer that was cut off.
 */
export function readObject(text: string): Record<string, unknown> | undefined {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, braced]) {
    if (!candidate) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return value as Record<string, unknown>;
      }
    } catch {
      // The next way of reading it.
    }
  }
  return undefined;
}
