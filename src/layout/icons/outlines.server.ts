import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import * as v from 'valibot'
import type { Icon } from '#src/lib/icon.ts'

// Menus store names of Font Awesome and Element Plus. The common ones are drawn as the outlines of the rest of the
// product, so that all icons on a screen are of one family. Only the server has these lists.

/** Names of Font Awesome, each with its outline. An alias is drawn like the icon that it stands for. */
const awesome = `
  address-book:book-user address-book-o:book-user address-card:contact address-card-o:contact adjust:contrast
  angle-double-down:chevrons-down angle-double-left:chevrons-left angle-double-right:chevrons-right
  angle-double-up:chevrons-up angle-down:chevron-down angle-left:chevron-left angle-right:chevron-right
  angle-up:chevron-up archive:archive area-chart:chart-area arrow-down:arrow-down arrow-left:arrow-left
  arrow-right:arrow-right arrow-up:arrow-up arrows:move arrows-alt:maximize arrows-h:move-horizontal
  arrows-v:move-vertical asterisk:asterisk at:at-sign balance-scale:scale ban:ban bank:landmark
  bar-chart:chart-column barcode:barcode bars:menu bell:bell bell-o:bell bell-slash:bell-off bell-slash-o:bell-off
  bolt:zap book:book-open bookmark:bookmark bookmark-o:bookmark briefcase:briefcase bug:bug building:building-complex
  building-o:building bullhorn:megaphone bullseye:target calculator:calculator calendar:calendar-days
  calendar-check-o:calendar-check calendar-minus-o:calendar-minus calendar-o:calendar calendar-plus-o:calendar-plus
  calendar-times-o:calendar-x camera:camera cart-plus:shopping-cart certificate:badge-check chain:link
  chain-broken:unlink check:check check-circle:circle-check check-circle-o:circle-check check-square:square-check
  check-square-o:square-check chevron-down:chevron-down chevron-left:chevron-left chevron-right:chevron-right
  chevron-up:chevron-up circle:circle circle-o:circle circle-thin:circle clipboard:clipboard clock-o:clock clone:copy
  close:x cloud:cloud cloud-download:cloud-download cloud-upload:cloud-upload cny:japanese-yen code:code
  code-fork:git-fork cog:settings cogs:settings-2 columns:columns-2 comment:message-circle comment-o:message-circle
  commenting:message-circle-more commenting-o:message-circle-more comments:messages-square comments-o:messages-square
  compass:compass compress:shrink copy:copy credit-card:credit-card credit-card-alt:credit-card cube:box cubes:boxes
  cut:scissors dashboard:gauge database:database desktop:monitor diamond:gem dollar:dollar-sign
  dot-circle-o:circle-dot download:download drivers-license:id-card drivers-license-o:id-card edit:square-pen
  ellipsis-h:ellipsis ellipsis-v:ellipsis-vertical envelope:mail envelope-o:mail envelope-open:mail-open
  envelope-open-o:mail-open eraser:eraser exchange:arrow-left-right exclamation-circle:circle-exclamation-point
  exclamation-triangle:triangle-exclamation-point expand:expand external-link:external-link external-link-square:square-arrow-up-right-exit
  eye:eye eye-slash:eye-off feed:rss file:file file-archive-o:file-archive file-audio-o:file-headphone
  file-code-o:file-code file-excel-o:file-spreadsheet file-image-o:file-image file-o:file file-pdf-o:file-text
  file-text:file-text file-text-o:file-text file-word-o:file-text film:film filter:funnel fire:flame flag:flag
  flag-checkered:flag flag-o:flag flask:flask-conical floppy-o:save folder:folder folder-o:folder
  folder-open:folder-open folder-open-o:folder-open gavel:gavel gift:gift globe:globe
  graduation-cap:graduation-cap group:users handshake-o:handshake hashtag:hash hdd-o:hard-drive headphones:headphones
  heart:heart heart-o:heart heartbeat:heart-pulse history:rotate-ccw-clock home:house hospital-o:hospital hourglass:hourglass
  id-badge:id-card-lanyard image:image inbox:inbox industry:factory info:info info-circle:info key:key-round
  keyboard-o:keyboard language:languages laptop:laptop leaf:leaf level-up:corner-left-up life-bouy:life-buoy
  lightbulb-o:lightbulb line-chart:chart-line list:list list-alt:layout-list list-ol:list-ordered list-ul:list
  location-arrow:navigation lock:lock magic:wand-sparkles mail-forward:forward mail-reply:reply
  mail-reply-all:reply-all male:user map:map map-marker:map-pin map-o:map map-pin:map-pin map-signs:signpost
  medkit:briefcase-medical microchip:cpu microphone:mic minus:minus minus-circle:circle-minus
  minus-square:square-minus minus-square-o:square-minus mobile:smartphone money:banknote moon-o:moon music:eighth-notes
  newspaper-o:newspaper paint-brush:paintbrush paper-plane:send paper-plane-o:send paperclip:paperclip pause:pause
  pencil:pencil pencil-square:square-pen percent:percent phone:phone pie-chart:chart-pie plane:plane play:play
  play-circle:circle-play play-circle-o:circle-play plug:plug plus:plus plus-circle:circle-plus plus-square:square-plus
  plus-square-o:square-plus power-off:power print:printer puzzle-piece:puzzle qrcode:qr-code
  question-circle:circle-question-mark question-circle-o:circle-question-mark random:shuffle recycle:recycle
  refresh:refresh-cw repeat:repeat retweet:repeat-2 road:route rocket:rocket rotate-left:undo-2 search:search
  search-minus:zoom-out search-plus:zoom-in server:server share-alt:share-2 shield:shield shopping-bag:shopping-bag
  shopping-basket:shopping-basket shopping-cart:shopping-cart sign-in:log-in sign-out:log-out signal:signal
  sitemap:network sliders:sliders-horizontal smile-o:face-slightly-smiling sort:arrow-down-up sort-amount-asc:arrow-down-narrow-wide
  sort-amount-desc:arrow-down-wide-narrow spinner:loader square:square square-o:square star:star star-o:star
  stop:square sun-o:sun table:table tablet:tablet tag:tag tags:tags tasks:list-checks television:tv
  terminal:square-terminal th:grid-3x3 th-large:layout-grid th-list:layout-list thumb-tack:pin
  thumbs-down:thumbs-down thumbs-o-up:thumbs-up thumbs-up:thumbs-up ticket:ticket times-circle:circle-x
  times-circle-o:circle-x toggle-off:toggle-left toggle-on:toggle-right trash:trash trash-o:trash tree:tree-pine
  trophy:trophy truck:truck umbrella:umbrella unlock:lock-open unlock-alt:lock-keyhole-open upload:upload user:user
  user-circle:circle-user user-circle-o:circle-user user-o:user user-plus:user-plus user-secret:shield-user
  user-times:user-x video-camera:video volume-up:volume-2 wifi:wifi window-maximize:app-window wrench:wrench`

/** Names of Element Plus, each with its outline. */
const elementPlus = `
  alarm-clock:alarm-clock arrow-down:chevron-down arrow-left:chevron-left arrow-right:chevron-right
  arrow-up:chevron-up avatar:circle-user back:arrow-left bell:bell bottom:arrow-down box:box briefcase:briefcase
  brush:brush calendar:calendar camera:camera cellphone:smartphone chat-dot-round:message-circle-more
  chat-line-round:message-circle chat-line-square:message-square check:check checked:clipboard-check
  circle-check:circle-check circle-close:circle-x circle-plus:circle-plus clock:clock close:x cloudy:cloud coin:coins
  collection:library collection-tag:bookmark comment:message-square-text connection:network coordinate:map-pin
  copy-document:copy cpu:cpu credit-card:credit-card d-arrow-left:chevrons-left d-arrow-right:chevrons-right
  data-analysis:presentation data-board:presentation data-line:chart-line delete:trash discount:badge-percent
  document:file-text document-add:file-plus document-checked:file-check document-copy:files download:download
  edit:pencil edit-pen:pencil-line expand:expand files:folder-archive film:film filter:funnel finished:list-checks
  flag:flag folder:folder folder-add:folder-plus folder-opened:folder-open full-screen:maximize grid:layout-grid
  guide:signpost headset:headphones help:life-buoy hide:eye-off histogram:chart-column home-filled:house
  house:house info-filled:info key:key-round lightning:zap link:link list:clipboard-list loading:loader
  location:map-pin lock:lock magic-stick:wand-sparkles management:book-bookmark map-location:map-pinned medal:medal
  memo:notebook-text menu:menu message:mail message-box:inbox microphone:mic minus:minus money:banknote
  monitor:monitor moon:moon more:ellipsis notebook:notebook notification:bell-dot odometer:gauge
  office-building:building-complex open:toggle-right operation:sliders-horizontal opportunity:lightbulb paperclip:paperclip
  phone:phone picture:image pie-chart:chart-pie place:map-pin platform:monitor plus:plus position:send
  present:gift price-tag:tag printer:printer promotion:send question-filled:circle-question-mark rank:move
  reading:book-open refresh:refresh-cw refresh-left:rotate-ccw refresh-right:rotate-cw remove:circle-minus
  right:arrow-right scale-to-original:scaling school:school scissor:scissors search:search select:check
  service:headphones set-up:sliders-vertical setting:settings share:share-2 shop:store shopping-bag:shopping-bag
  shopping-cart:shopping-cart sort:arrow-down-up stamp:stamp star:star stopwatch:timer suitcase:briefcase-business
  sunny:sun switch:arrow-left-right switch-button:power ticket:ticket tickets:clipboard-list timer:timer tools:wrench
  top:arrow-up trend-charts:chart-line trophy:trophy turn-off:toggle-left unlock:lock-open upload:upload user:user
  user-filled:user van:truck video-camera:video video-play:circle-play view:eye wallet:wallet warning:circle-exclamation-point
  warning-filled:circle-exclamation-point zoom-in:zoom-in zoom-out:zoom-out`

const outlines = { fa: pairsOf(awesome), ep: pairsOf(elementPlus) }

const require = createRequire(import.meta.url)
const drawings = `${dirname(require.resolve('lucide-react'))}/../esm/icons`

/** The part of a file of lucide-react that draws its icon. */
const file = v.object({
  __iconData: v.object({ node: v.array(v.tuple([v.string(), v.record(v.string(), v.string())])) }),
})

/** The outline in place of a packaged glyph. Undefined for a glyph that has none. */
export function outlineOf(source: keyof typeof outlines, name: string): Icon | undefined {
  const outline = outlines[source].get(name)
  if (outline === undefined) return undefined
  const { node } = v.parse(file, require(`${drawings}/${outline}.mjs`)).__iconData
  const shapes = node.map(([tag, { key: _, ...attributes }]) => {
    const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
    return `<${tag}${pairs.join('')}/>`
  })
  const pen = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  return { viewBox: '0 0 24 24', body: `<g ${pen}>${shapes.join('')}</g>` }
}

function pairsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair): [string, string] => {
        const [name = '', outline = ''] = pair.split(':')
        return [name, outline]
      }),
  )
}
