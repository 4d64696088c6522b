import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus } from '@tanstack/react-router/ssr/server'

/** A script that loads the entry and everything that it imports, only once. */
const asking = (links: readonly string[], entry: string) => `
function add(tag,props){d.head.appendChild(Object.assign(d.createElement(tag),props))}
function ask(){if(asked++)return;
${JSON.stringify(links)}.forEach(function(href){add('link',{rel:'modulepreload',href:href})});
add('script',{type:'module',async:true,src:${JSON.stringify(entry)},onerror:function(){asked=0;this.remove()}})}`

/**
 * Loads the scripts after the first paint, at the latest after 300 ms. A hidden tab never paints, so it loads them at
 * once.
 */
const afterPaint = `
d.hidden?ask():requestAnimationFrame(function(){setTimeout(ask)});
setTimeout(ask,300)`

/**
 * Loads the scripts when the visitor first interacts with the page. A button pressed before hydration is clicked again
 * after it. The overlay of the first load removes itself, because no navigation ends here.
 */
const onTouch = `
new MutationObserver(function(_,seen){if(!d.documentElement.hasAttribute('data-hydrated'))return;seen.disconnect();removeEventListener('click',note,true);if(pressed&&pressed.isConnected)pressed.click()}).observe(d.documentElement,{attributes:true});
function note(e){var b=e.target instanceof Element&&e.target.closest('button:not([popovertarget])');if(b){pressed=b;ask()}}
['pointerover','pointerdown','touchstart','keydown','focusin'].forEach(function(n){addEventListener(n,ask,{capture:true,passive:true})});
addEventListener('click',note,true);
var o=d.getElementById('first-load');if(o){o.dataset.done='';setTimeout(function(){o.remove()},1000)}`

/**
 * Makes a page load its scripts late, so that rendering does not wait for scripts that it does not need.
 * @param onlyTouched for a page that is complete without scripts: most visitors read it and follow a link
 */
export function askForScriptsLate(router: AnyRouter, onlyTouched: boolean): void {
  const manifest = router.ssr?.manifest
  const shown = router.state.matches.map(({ routeId }) => ({ id: routeId, ...manifest?.routes[routeId] }))
  const entry: unknown = shown[0]?.scripts?.[0]?.attrs?.src
  if (!manifest || typeof entry !== 'string') return
  const links = shown
    .flatMap(({ preloads = [] }) => preloads)
    .map((link) => (typeof link === 'string' ? link : link.href))
  const when = onlyTouched && getSsrStatus(router) === 200 ? onTouch : afterPaint
  const children = `(function(d){var asked=0,pressed;${asking(links, entry)}${when};d.currentScript.remove()})(document)`
  const routes = shown.map(({ id, css }, at) => [id, at === 0 ? { css, scripts: [{ children }] } : { css }] as const)
  router.ssr = { manifest: { ...manifest, routes: Object.fromEntries(routes) } }
}
