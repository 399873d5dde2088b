import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useToast } from './toast.tsx';

test('a toast needs its provider', () => {
  function Outside() {
    useToast();
    return null;
  }
  expect(() => renderToString(<Outside />)).toThrow('useToast must be used within a ToastProvider.');
});
