import { type Answer, callPath } from '../../../core/call.ts';
import type { importCompanies, importTable } from '../../../core/import-export/calls.ts';
import { refusal } from '../../../core/refusal.ts';
import { CallError, callHeaders, failure, isRenewed } from '../../shared/api.ts';

type ImportCall = typeof importCompanies | typeof importTable;

/**
 * Sends a file as it is: as an object it would first have to be read into the page. `fetch` does not
 * tell when a body has been sent.
 * @param onSent called once the server has it all
 * @throws CallError
 */
export async function sendFile(...sending: Parameters<typeof sendOnce>): Promise<Answer<ImportCall>> {
  try {
    return await sendOnce(...sending);
  } catch (error) {
    if (error instanceof CallError && (await isRenewed(sending[0], error))) return sendOnce(...sending);
    throw error;
  }
}

function sendOnce(
  call: ImportCall,
  query: Record<string, string | undefined>,
  file: File,
  onSent: () => void,
): Promise<Answer<ImportCall>> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer<ImportCall>>();
  const request = new XMLHttpRequest();
  request.open(call.method, `/api${callPath(call, { query })}`);
  for (const [name, value] of Object.entries(callHeaders(call))) request.setRequestHeader(name, value);
  request.setRequestHeader('content-type', 'bodyType' in call ? call.bodyType : 'application/json');
  request.upload.onload = onSent;
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
    if (status === 200) resolve(JSON.parse(responseText));
    else reject(failure(status, responseText, new Headers(retryAfter ? { 'retry-after': retryAfter } : {})));
  };
  request.send(file);
  return promise;
}
