import { LANGUAGE_KEY, LANGUAGES } from '../../../core/languages.ts';
import { USER_TOKEN_KEY } from '../api.ts';

export const THEME_KEY = 'theme';

/** On the root element while somebody is logged in: the pages themselves are the same for everybody. */
export const ACCOUNT_ATTRIBUTE = 'data-account';

/**
 * Runs before the first paint: sets the remembered theme, marks that somebody is logged in, and where
 * an address without a language was answered in another one than the remembered (a lost cookie), sets
 * the cookie and asks again.
 * Zod compiles no code from text: the content policy would refuse and report each attempt.
 * The reload happens only where the cookie was missing and really was set, so it cannot go round in circles: a
 * language that the directory does not offer any more is answered in another one with the cookie too.
 */
export const HEAD_SCRIPT = `__zod_globalConfig={jitless:true};(function(){try{
var d=document.documentElement,t=localStorage.getItem('${THEME_KEY}');
if(t==='dark'||t==='light')d.setAttribute('data-theme',t);
if(localStorage.getItem('${USER_TOKEN_KEY}'))d.setAttribute('${ACCOUNT_ATTRIBUTE}','');
var l=localStorage.getItem('${LANGUAGE_KEY}'),k=${JSON.stringify(LANGUAGES)};
if(k.indexOf(l)>=0&&l!==d.lang&&k.indexOf(location.pathname.split('/')[1])<0&&location.pathname.indexOf('/admin')!==0){
var c=function(){return document.cookie.indexOf('${LANGUAGE_KEY}='+l)>=0};
if(!c()){document.cookie='${LANGUAGE_KEY}='+l+'; path=/; max-age=31536000; samesite=lax';
if(c())location.reload();}}
}catch(e){}})()`;
