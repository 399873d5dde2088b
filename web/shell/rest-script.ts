/**
 * Lays out what a page that was just opened left for when it comes near (parts.css), once somebody scrolls: from
 * then on a place in the page has to be one that Back leads to. Five of them in a task, while nothing else is to be
 * done: whoever scrolls has seen what is above, and it is as high as it is. Who jumps has not, and all is
 * laid out at once, and he stays where he jumped to: at what the middle of the window shows, or at the end.
 */
export const REST_SCRIPT = `{let r=document.documentElement,f=r.dataset,y=0,n=0,l,
frame=requestAnimationFrame,
end=()=>{removeEventListener('scroll',go);delete f.fresh},
next=()=>frame(()=>(self.requestIdleCallback||setTimeout)(()=>{
for(let i=5;i--&&l[n];)l[n++].style.contentVisibility='visible'
l[n]?next():end()})),
stay=last=>{let e=document.elementFromPoint(innerWidth/2,innerHeight/2)||r,at=()=>e.getBoundingClientRect().top,a=at()
end()
scrollBy(0,last?r.scrollHeight:at()-a)},
go=()=>{let d=Math.abs(scrollY-y);y=scrollY
if(d>2*innerHeight){let last=y+innerHeight>r.scrollHeight-9;frame(()=>frame(()=>stay(last)))}
else if(!l){l=document.querySelectorAll('[data-still]>*,.below');next()}}
'fresh'in f&&addEventListener('scroll',go)}`;
