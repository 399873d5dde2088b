import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedAi {
  provider: 'claude' | 'gemini';
  path: string;
  /** What authenticated the request. */
  key: string | undefined;
  body: Record<string, unknown>;
  instructions: string;
  prompt: string;
  /** Whether the request offers the provider's web search. */
  search: boolean;
  /** Whether the request names a schema for the answer. */
  schema: boolean;
}

/** What a provider does with a request: answers, or one of the ways it can go wrong. */
export type AiReply =
  | { says: unknown; pages?: { url: string; title: string }[] }
  | { status: number; message?: string; headers?: Record<string, string> }
  | { raw: string; type?: string }
  | 'hang'
  | 'hang up'
  | 'cut off'
  | 'drip'
  | 'huge';

export interface TestAi {
  url: string;
  asked: AskedAi[];
  /** How many bytes of a huge answer were taken. */
  sent: number;
  /** What comes next: for every request, or in turn with the last one for the rest. */
  reply(...replies: (AiReply | ((asked: AskedAi) => AiReply | Promise<AiReply>))[]): void;
  /** The variables that lead a server here. */
  variables: { ANTHROPIC_BASE_URL: string; GEMINI_BASE_URL: string };
  close(): Promise<void>;
}

/** Both providers on loopback, speaking their HTTP protocols: Anthropic's Messages and Gemini's generateContent. */
export async function startAi(): Promise<TestAi> {
  const asked: AskedAi[] = [];
  let replies: Parameters<TestAi['reply']> = [{ says: {} }];
  let next = 0;

  const server = createServer(async (request, response) => {
    const question = await readQuestion(request);
    asked.push(question);
    const reply = replies[Math.min(next++, replies.length - 1)] ?? 'hang up';
    const now = typeof reply === 'function' ? await reply(question) : reply;
    send(response, question, now, (bytes) => {
      ai.sent += bytes;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ai: TestAi = {
    url,
    asked,
    sent: 0,
    reply(...given) {
      replies = given;
      next = 0;
    },
    variables: { ANTHROPIC_BASE_URL: url, GEMINI_BASE_URL: `${url}/v1beta/` },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return ai;
}

interface AnthropicBody {
  system?: { text: string }[];
  messages: { content: { text: string }[] }[];
  tools?: { name: string }[];
  output_config?: { format?: unknown };
}

interface GeminiBody {
  systemInstruction?: { parts: { text: string }[] };
  contents: { parts: { text: string }[] }[];
  tools?: { googleSearch?: unknown }[];
  generationConfig?: { responseJsonSchema?: unknown };
}

async function readQuestion(request: IncomingMessage): Promise<AskedAi> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  const path = request.url ?? '';
  if (path === '/v1/messages') {
    const { system, messages, tools, output_config } = body as unknown as AnthropicBody;
    return {
      provider: 'claude',
      path,
      key: request.headers['x-api-key'] as string | undefined,
      body,
      instructions: system?.map((part) => part.text).join('\n') ?? '',
      prompt: messages[0]?.content.map((part) => part.text).join('\n') ?? '',
      search: tools?.some((tool) => tool.name === 'web_search') ?? false,
      schema: output_config?.format !== undefined,
    };
  }
  const { systemInstruction, contents, tools, generationConfig } = body as unknown as GeminiBody;
  return {
    provider: 'gemini',
    path,
    key: request.headers['x-goog-api-key'] as string | undefined,
    body,
    instructions: systemInstruction?.parts.map((part) => part.text).join('\n') ?? '',
    prompt: contents[0]?.parts.map((part) => part.text).join('\n') ?? '',
    search: tools?.some((tool) => tool.googleSearch !== undefined) ?? false,
    schema: generationConfig?.responseJsonSchema !== undefined,
  };
}

function send(
  response: ServerResponse,
  question: AskedAi,
  reply: AiReply,
  count: (bytes: number) => void,
): void {
  const json = { 'content-type': 'application/json' };
  if (reply === 'hang') return;
  if (reply === 'hang up') {
    response.destroy();
    return;
  }
  if (reply === 'cut off') {
    const whole = JSON.stringify(success(question, '{"description": "It makes', []));
    response.writeHead(200, { ...json, 'content-length': whole.length });
    response.write(whole.slice(0, whole.length / 2));
    setTimeout(() => response.destroy(), 50);
    return;
  }
  if (reply === 'drip') {
    response.writeHead(200, json);
    const drip = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(drip));
    return;
  }
  if (reply === 'huge') {
    sendHuge(response, count);
    return;
  }
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': reply.type ?? 'application/json' }).end(reply.raw);
    return;
  }
  if ('status' in reply) {
    response.writeHead(reply.status, { ...json, ...reply.headers });
    response.end(JSON.stringify(refusal(question, reply.status, reply.message ?? 'refused')));
    return;
  }
  const says = typeof reply.says === 'string' ? reply.says : JSON.stringify(reply.says);
  response.writeHead(200, json).end(JSON.stringify(success(question, says, reply.pages ?? [])));
}

/** 50 MB, as fast as they are taken. */
function sendHuge(response: ServerResponse, count: (bytes: number) => void): void {
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  let left = 50;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left--;
      count(megabyte.length);
      if (!response.write(megabyte)) {
        response.once('drain', write);
        return;
      }
    }
    response.end('"}');
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"type":"message","id":"');
  write();
}

function refusal(question: AskedAi, status: number, message: string): unknown {
  return question.provider === 'claude'
    ? { type: 'error', error: { type: status === 401 ? 'authentication_error' : 'api_error', message } }
    : { error: { code: status, message, status: status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL' } };
}

function success(question: AskedAi, text: string, pages: { url: string; title: string }[]): unknown {
  if (question.provider === 'gemini') {
    return {
      candidates: [
        {
          content: { role: 'model', parts: [{ text }] },
          finishReason: 'STOP',
          index: 0,
          groundingMetadata: {
            webSearchQueries: ['the company'],
            groundingChunks: pages.map(({ url, title }) => ({ web: { uri: url, title } })),
          },
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 50, totalTokenCount: 150 },
      responseId: 'response',
    };
  }
  const searched =
    pages.length === 0
      ? []
      : [
          { type: 'text', text: 'I will search for that. ' },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'the company' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: pages.map((page) => ({
              type: 'web_search_result',
              ...page,
              encrypted_content: 'opaque',
              page_age: null,
            })),
          },
        ];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: question.body['model'],
    content: [...searched, { type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 50, server_tool_use: { web_search_requests: 1 } },
  };
}
