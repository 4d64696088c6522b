/**
 * Loads an address once, when the visitor first reaches for the page; a button pressed before the page is alive is pressed
 * again then. The overlay of the first load goes by itself, as there is no navigation that could end.
 */
const loader = (src: string) => `(function(){
var d=document,asked=0,pressed;
function ask(){if(asked++)return;
new MutationObserver(function(_,seen){if(!d.documentElement.hasAttribute('data-hydrated'))return;seen.disconnect();removeEventListener('click',note,true);if(pressed&&pressed.isConnected)pressed.click()}).observe(d.documentElement,{attributes:true});
import(${JSON.stringify(src)}).catch(function(){asked=0})}
function note(e){var b=e.target instanceof Element&&e.target.closest('button:not([popovertarget])');if(b){pressed=b;ask()}}
['pointerover','pointerdown','touchstart','keydown','focusin'].forEach(function(n){addEventListener(n,ask,{capture:true,passive:true})});
addEventListener('click',note,true);
setTimeout(function(){var o=d.getElementById('first-load');if(o){o.dataset.leaving='';setTimeout(function(){o.remove()},200)}},1000)
})()`

const PRELOAD = /<link rel="modulepreload"[^>]*>/g
const ENTRY = /<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/

/**
 * A page that is whole without scripts, made to ask for them only when its visitor does something: most read it and follow
 * a link. What it says and where its links lead does not wait for anything.
 */
export async function scriptsOnTouch(response: Response, nonce: string): Promise<Response> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = (await response.text())
    .replace(PRELOAD, '')
    .replace(ENTRY, (_, src: string) => `<script nonce="${nonce}">${loader(src)}</script>`)
  return new Response(html, { status: response.status, headers: response.headers })
}
