import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus } from '@tanstack/react-router/ssr/server'

/** A script that loads the entry and everything that it imports, only once. */
const asking = (links: readonly string[], entry: string) => `
function add(t,p){d.head.append(Object.assign(d.createElement(t),p))}
function ask(){if(asked++)return;
${JSON.stringify(links)}.forEach(function(h){add('link',{rel:'modulepreload',href:h})});
add('script',{type:'module',async:true,src:${JSON.stringify(entry)},onerror:function(){asked=0;this.remove()}})}`

/**
 * Loads the scripts after the first paint, at the latest after 300 ms. A hidden tab never paints, so it loads them at
 * once.
 */
const afterPaint = `
d.hidden?ask():requestAnimationFrame(function(){setTimeout(ask)});
setTimeout(ask,300)`

/**
 * Loads pictures when they come on screen, and from the first scroll on a little earlier. The browser's own lazy
 * loading begins more than a screen earlier, with the first load of the page.
 */
const nearPictures = `
function near(m){var o=new IntersectionObserver(function(a){a.forEach(function(e){var i=e.target,s=i.previousElementSibling;if(e.isIntersecting&&i.dataset.src){o.unobserve(i);s.srcset=s.dataset.srcset;i.src=i.dataset.src}})},{rootMargin:m});
d.querySelectorAll('img[data-src]').forEach(function(i){o.observe(i)})}
near('0px');addEventListener('scroll',function(){near('600px 0px')},{once:true})`

/**
 * Loads the scripts when the visitor first interacts with the page. A button pressed before hydration is clicked again
 * after it. The overlay of the first load removes itself, because no navigation ends here.
 */
const onTouch = `
new MutationObserver(function(_,seen){if(!d.documentElement.hasAttribute('data-hydrated'))return;seen.disconnect();removeEventListener('click',note,true);if(pressed&&pressed.isConnected)pressed.click()}).observe(d.documentElement,{attributes:true});
function note(e){var b=e.target instanceof Element&&e.target.closest('button:not([popovertarget])');if(b){pressed=b;ask()}}
'pointerover pointerdown touchstart keydown focusin'.split(' ').forEach(function(n){addEventListener(n,ask,{capture:true,passive:true})});
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
  const sleeps = onlyTouched && getSsrStatus(router) === 200
  const when = sleeps ? onTouch : afterPaint
  const pictures = sleeps ? `${nearPictures};` : ''
  const children = `(function(d){var asked=0,pressed;${asking(links, entry)}${when};${pictures}d.currentScript.remove()})(document)`
  const routes = shown.map(({ id, css }, at) => [id, at === 0 ? { css, scripts: [{ children }] } : { css }] as const)
  router.ssr = { manifest: { ...manifest, routes: Object.fromEntries(routes) } }
}
