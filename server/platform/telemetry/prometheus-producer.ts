import { type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type PrometheusMetric = MetricObjectWithValues<MetricValue<string>>;
type Labels = Record<string, string>;

/** Gives OpenTelemetry the metrics of `/metrics`, under the same names and with the same labels. */
export function prometheusProducer(register: Registry, resource: Resource): MetricProducer {
  const startTime = toHrTime(performance.timeOrigin);
  return {
    async collect() {
      const endTime = toHrTime(Date.now());
      const metrics = ((await register.getMetricsAsJSON()) as PrometheusMetric[]).map((metric) =>
        toMetricData(metric, startTime, endTime),
      );
      const scopeMetrics = [{ scope: { name: 'tiny-giants' }, metrics }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
}

const toHrTime = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / 1000),
  Math.round((milliseconds % 1000) * 1e6),
];

function toMetricData(
  { name, help, type, values }: PrometheusMetric,
  startTime: HrTime,
  endTime: HrTime,
): MetricData {
  const common = {
    descriptor: {
      name,
      description: help,
      unit: name.endsWith('_seconds') ? 's' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // At runtime the type is a word, which prom-client's own types do not say.
  const kind = String(type);
  if (kind === 'histogram')
    return {
      ...common,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histogramsOf(name, values).map(([attributes, value]) => ({
        startTime,
        endTime,
        attributes,
        value,
      })),
    };
  const dataPoints: DataPoint<number>[] = values.map(({ labels, value }) => ({
    startTime,
    endTime,
    attributes: labels as Labels,
    value,
  }));
  return kind === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** The histograms of a metric by labels. Prometheus counts the values up to a bound, OpenTelemetry those between two. */
function histogramsOf(name: string, values: readonly MetricValue<string>[]): [Labels, Histogram][] {
  const found = new Map<string, [Labels, Histogram & { sum: number }]>();
  for (const { metricName, labels, value } of values as readonly (MetricValue<string> & {
    metricName: string;
  })[]) {
    const { le, ...attributes } = labels as Labels;
    const key = JSON.stringify(attributes);
    const known = found.get(key) ?? [
      attributes,
      { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 },
    ];
    found.set(key, known);
    const [, histogram] = known;
    const { boundaries, counts } = histogram.buckets;
    if (metricName === `${name}_sum`) histogram.sum = value;
    else if (metricName === `${name}_count`) histogram.count = value;
    else {
      counts.push(value - counts.reduce((sum, count) => sum + count, 0));
      if (le !== undefined && String(le) !== '+Inf') boundaries.push(Number(le));
    }
  }
  return [...found.values()];
}
