/** Type of scripts, and relation of links, that wait until the page was painted. */
const DEFERRED = 'deferred';

/**
 * Hydrates the page after its first paint, so that scripts do not delay what is read, also on a slow line. Modules are
 * fetched at low priority and run in tasks of their own, so that a slow phone responds to a touch in between; then the
 * router's own script runs. A hidden page is not painted and does not wait.
 */
export const HYDRATION_SCRIPT = `{let go=async()=>{
let l=[...document.querySelectorAll('link[rel=${DEFERRED}]')],s=document.createElement('script'),n=0,turn=()=>new Promise(r=>setTimeout(r))
for(let a of l){a.fetchPriority='low';a.rel='modulepreload';if(++n%2==0)await turn()}
for(let {href} of l)if(!href.includes('entry.client'))try{await import(href);await turn()}catch{}
s.type='module'
s.text=document.querySelector('script[type=${DEFERRED}]').text
document.body.append(s)
s.remove()}
document.hidden?go():requestAnimationFrame(()=>setTimeout(go))}`;

/** Makes a tag of the router wait for `HYDRATION_SCRIPT`. @param tag without its `>` */
export const deferTag = (tag: string): string =>
  tag
    .replace('<link rel="modulepreload"', `<link rel="${DEFERRED}"`)
    .replace(/^(<script .*)type="module"/, `$1type="${DEFERRED}"`);

/**
 * Remembers the last button that is pressed before hydration, and clicks it then (`markHydrated`). Links, menus and forms
 * with an address work without scripts; a form without one would only be emptied. Back or Forward would change the
 * address alone: the page is loaded again.
 */
export const REPLAY_CLICK_SCRIPT = `{let b,f=e=>{
b=e.target.closest('button[type=button]:not([popovertarget]),form:not([action]) [type=submit]')
b?.type=='submit'&&e.preventDefault()},u=()=>location.href.split('#')[0],a=u(),p=()=>a!=u()&&location.reload()
addEventListener('click',f)
addEventListener('popstate',p)
window.replayClick=()=>{removeEventListener('click',f);removeEventListener('popstate',p);b&&b.click()}}`;

const ESCAPED: Record<string, string> = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A script that gives React Router the data of the loaders. @param data as the router's server encodes it */
export function loaderDataScript(data: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  // Single quotes, because the data is full of double ones.
  const text = data.replace(/['\\\n\r<\u2028\u2029]/g, (character) => ESCAPED[character] ?? character);
  return `${controller}.enqueue('${text}');${controller}.close()`;
}

interface RouterGlobals {
  __reactRouterManifest?: { routes: Record<string, { module?: string; imports?: string[] } | undefined> };
}

/** In the browser: preloads the scripts of other routes at low priority. @param ids of the routes */
export function preloadRoutes(ids: readonly string[]): void {
  const { routes } = (window as RouterGlobals).__reactRouterManifest ?? { routes: {} };
  for (const id of ids) {
    const { module, imports = [] } = routes[id] ?? {};
    for (const href of module ? [module, ...imports] : []) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      link.fetchPriority = 'low';
      document.head.append(link);
    }
  }
}
