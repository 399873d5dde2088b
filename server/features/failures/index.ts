export { type FailureRecord, type Failures, findFailures } from './failures.ts';
