/** How links and the script of a page are marked that belong to its coming alive, until it does. */
export const LATER = 'later';

/**
 * Brings the page alive once it was painted: what is read comes first, also over a slow line, and no
 * script keeps the first picture waiting. The modules are asked for some at a time and run one by one, in
 * tasks of their own, so that a slow phone answers to a touch in between; then the router's own script.
 * In a tab that nobody sees nothing is painted, and nothing waited for.
 *
 * Zod, where it is among them, makes no code of text to be faster: the content policy refuses and reports each try.
 */
export const BOOT_SCRIPT = `{__zod_globalConfig={jitless:true}
let go=async()=>{
let l=[...document.querySelectorAll('link[rel=${LATER}]')],s=document.createElement('script'),n=0,turn=()=>new Promise(r=>setTimeout(r))
for(let a of l){a.fetchPriority='low';a.rel='modulepreload';if(++n%2==0)await turn()}
for(let {href} of l)if(!href.includes('entry.client'))try{await import(href);await turn()}catch{}
s.type='module'
s.text=document.querySelector('script[type=${LATER}]').text
document.body.append(s)
s.remove()}
document.hidden?go():requestAnimationFrame(()=>setTimeout(go))}`;
