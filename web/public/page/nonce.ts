import { createContext } from 'react';

/** Marks the scripts that are ours while a page is rendered on the server; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
