import type { Env } from '../../env.ts';
import type { Telemetry } from './telemetry.ts';

/** Loads and starts the traces and metrics of a process, where there is a collector for them. */
export async function loadTelemetry(env: Env): Promise<Telemetry | undefined> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { startTelemetry } = await import('./telemetry.ts');
  return startTelemetry(env);
}
