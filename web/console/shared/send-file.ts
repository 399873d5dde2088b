import { type Answer, type Call, callPath, type Sent } from '../../../core/call.ts';
import { refusal } from '../../../core/refusal.ts';
import { CallError, callHeaders, failure, isRenewed } from '../../shared/api.ts';

/**
 * Sends a file as it is: as an object it would first have to be read into the page. `fetch` does not
 * tell when a body has been sent.
 * @param parts of the call's address
 * @param events.onSent called once the server has it all
 * @param events.onProgress called with the part that was sent, 0 to 1
 * @throws CallError
 */
export async function sendFile<C extends Call>(
  call: C,
  parts: SentAddress<C>,
  file: Blob,
  events: SendEvents = {},
): Promise<Answer<C>> {
  try {
    return await sendOnce(call, parts, file, events);
  } catch (error) {
    if (error instanceof CallError && (await isRenewed(call, error)))
      return sendOnce(call, parts, file, events);
    throw error;
  }
}

type SentAddress<C extends Call> = Pick<Sent<C>, 'params' | 'query'>;

interface SendEvents {
  onSent?(): void;
  onProgress?(part: number): void;
}

function sendOnce<C extends Call>(
  call: C,
  parts: SentAddress<C>,
  file: Blob,
  { onSent, onProgress }: SendEvents,
): Promise<Answer<C>> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer<C>>();
  const request = new XMLHttpRequest();
  request.open(call.method, `/api${callPath(call, parts)}`);
  for (const [name, value] of Object.entries(callHeaders(call))) request.setRequestHeader(name, value);
  request.setRequestHeader('content-type', call.bodyType ?? 'application/json');
  if (onSent) request.upload.onload = onSent;
  if (onProgress) request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  // A browser reads no file that was saved again after it was chosen, and tells no more than of a lost network.
  request.onerror = () => {
    file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => reject(new CallError('Network error occurred', 0)),
        () => {
          const changed = refusal('file_changed');
          reject(new CallError(changed.message, 0, undefined, { details: [{ path: 'body', ...changed }] }));
        },
      );
  };
  request.onload = () => {
    const { status, responseText } = request;
    const retryAfter = request.getResponseHeader('retry-after');
    if (status === (call.status ?? 200)) resolve(JSON.parse(responseText));
    else reject(failure(status, responseText, new Headers(retryAfter ? { 'retry-after': retryAfter } : {})));
  };
  request.send(file);
  return promise;
}
