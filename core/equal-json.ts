/** Whether two values of JSON are the same. Objects with their keys in another order are not. */
export const equalJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
