/** Made by scripts/public-endpoints.ts; typed in public-calls.ts. */
declare module 'virtual:public-endpoints';
