import { raw } from 'hono/html'
import { storageKeys } from '#src/lib/storage-keys.ts'

/**
 * The script of the page: filter and keys of the contents, buttons that copy, the menu of themes, and links to a call,
 * which open it. Theme and language are stored as the rest of the site stores them.
 */
export const script = raw(`(function(d){
var find=d.getElementById('find'),found=d.getElementById('found'),contents=d.getElementById('contents');
var links=Array.from(contents.querySelectorAll('a[data-find]')),groups=Array.from(contents.querySelectorAll('details'));
var calls=new Map(Array.from(d.querySelectorAll('.call')).map(function(one){return [one.dataset.call,one]}));
var year='; Path=/; Max-Age=31536000; SameSite=Lax';
function plain(text){return text.normalize('NFKC').toLowerCase().trim()}
function shown(){return links.filter(function(one){return one.getClientRects().length>0})}
function filter(){
  var words=plain(find.value).split(/\\s+/).filter(Boolean),count=0;
  links.forEach(function(one){
    var fits=words.every(function(word){return one.dataset.find.includes(word)});
    if(fits)count++;
    one.parentNode.hidden=!fits;
    calls.get(one.hash.slice(1)).hidden=!fits});
  groups.forEach(function(one){
    var some=one.querySelector('li:not([hidden])')!==null;
    one.hidden=!some;
    if(words.length)one.open=some});
  d.querySelectorAll('main section:not(.start)').forEach(function(one){one.hidden=!one.querySelector('.call:not([hidden])')});
  d.querySelector('main .start').hidden=words.length>0;
  found.textContent=words.length===0?'':count===0?found.dataset.none:found.dataset.some.replace('{count}',count)}
function step(from,by){var all=shown(),at=all.indexOf(from)+by;if(at<0)find.focus();else if(all[at])all[at].focus()}
function open(){
  var place=d.getElementById(decodeURIComponent(location.hash.slice(1))),call=place&&place.closest('.call');
  links.forEach(function(one){if(one.hash===location.hash){one.setAttribute('aria-current','true');one.closest('details').open=true;one.scrollIntoView({block:'nearest'})}else one.removeAttribute('aria-current')});
  if(!call)return;
  if(call.hidden){find.value='';filter()}
  call.open=true;
  call.scrollIntoView({block:'start'})}
find.addEventListener('input',filter);
contents.addEventListener('keydown',function(e){
  var link=e.target.closest('a[data-find]');
  if(e.key==='ArrowDown'&&(link||e.target===find)){e.preventDefault();if(!link&&!find.value)groups.forEach(function(one){one.open=true});step(link,1)}
  else if(e.key==='ArrowUp'&&link){e.preventDefault();step(link,-1)}
  else if(e.key==='Enter'&&e.target===find){var one=shown()[0];if(one&&find.value){e.preventDefault();one.click()}}
  else if(e.key==='Escape'&&find.value){e.preventDefault();find.value='';filter();find.focus()}});
contents.addEventListener('click',function(e){
  var link=e.target.closest('a[data-find]');
  if(!link)return;
  if(contents.matches(':popover-open'))contents.hidePopover();
  if(link.hash===location.hash)open()});
d.addEventListener('keydown',function(e){
  if(e.key!=='/'||e.ctrlKey||e.metaKey||e.altKey||e.target.closest('input'))return;
  e.preventDefault();
  if(getComputedStyle(contents).display==='none')contents.showPopover();
  find.focus()});
addEventListener('hashchange',open);
d.addEventListener('click',function(e){
  var copy=e.target.closest('.copy'),theme=e.target.closest('[data-theme-choice]'),language=e.target.closest('[data-language]');
  if(copy)navigator.clipboard&&navigator.clipboard.writeText(copy.closest('.sample').querySelector('pre').textContent).then(function(){
    var before=copy.textContent;copy.textContent=d.body.dataset.copied;setTimeout(function(){copy.textContent=before},1500)});
  if(theme){
    var value=theme.dataset.themeChoice;
    d.documentElement.dataset.theme=value;
    d.cookie='ys_theme='+value+year;
    try{var kept=JSON.parse(localStorage.getItem('${storageKeys.storeConfig}'));if(kept){kept.value.isDark=value==='system'?null:value==='dark';localStorage.setItem('${storageKeys.storeConfig}',JSON.stringify(kept))}}catch(e){}
    d.querySelectorAll('[data-theme-choice]').forEach(function(one){one.setAttribute('aria-pressed',String(one===theme))});
    d.getElementById('themes').hidePopover()}
  if(language&&!(e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)){
    e.preventDefault();
    d.cookie='ys_lang='+language.dataset.language+year;
    var to=new URL(location.href);to.searchParams.delete('lang');
    if(to.href===location.href)location.reload();else location.replace(to)}});
open()
})(document)`)
