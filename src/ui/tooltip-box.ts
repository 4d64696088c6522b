import { isApple, keyCaps } from '#src/lib/shortcut.ts'
import { movesFocus } from './focus-keys.ts'

/** Milliseconds until a tip shows. A pointer that only crosses an element shows none. */
const DELAY = 400
/** Milliseconds in which the pointer can reach the tip itself. */
const GRACE = 200
/** Pixels between an element and its tip, and between a tip and the edge of the window. */
const GAP = 6

/** Parts of a page that screen readers know. A tip outside of all of them would be lost to their users. */
const PLACES = 'dialog, [role=dialog], [role=alertdialog], main, nav, header, aside, footer'

/**
 * Shows the tip of the element under the pointer, or of the one that the keyboard has reached. It stays while the
 * pointer is on it, and Esc hides it.
 * @param first the event that has loaded this code, if its element is still to have a tip
 * @returns stops it
 */
export function watchTooltips(first?: Event): () => void {
  const box = createBox()
  const abort = new AbortController()
  let owner: HTMLElement | undefined
  let byFocus = false
  /** The element that was pressed. Its tip is not shown again before the pointer has left it. */
  let spent: HTMLElement | undefined
  let keyMoves = first?.type === 'focusin'
  let opening: ReturnType<typeof setTimeout> | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  const isShown = () => box.matches(':popover-open')

  const hide = () => {
    clearTimeout(opening)
    clearTimeout(closing)
    closing = undefined
    if (isShown()) box.hidePopover()
    if (owner?.getAttribute('aria-describedby') === box.id) owner.removeAttribute('aria-describedby')
    owner = undefined
  }
  const stay = () => {
    clearTimeout(closing)
    closing = undefined
  }
  const want = (next: HTMLElement, focused: boolean) => {
    stay()
    if (next === owner) return
    // From one button to the next, tips follow the pointer at once.
    const pause = isShown() ? 0 : DELAY
    hide()
    owner = next
    byFocus = focused
    opening = setTimeout(() => {
      if (show(box, next)) return
      owner = undefined
    }, pause)
  }
  const leave = () => {
    if (!owner || byFocus) return
    if (!isShown()) return hide()
    closing ??= setTimeout(hide, GRACE)
  }
  const on = <K extends keyof WindowEventMap>(name: K, listen: (event: WindowEventMap[K]) => void) =>
    addEventListener(name, listen, { capture: true, passive: name !== 'pointerdown', signal: abort.signal })

  on('pointermove', (event) => {
    if (event.pointerType === 'touch') return
    if (isIn(box, event.target)) return stay()
    const tip = tipOf(event.target)
    if (tip !== spent) spent = undefined
    if (tip && tip !== spent) want(tip, false)
    else leave()
  })
  on('pointerdown', (event) => {
    keyMoves = false
    if (!isIn(box, event.target)) {
      spent = tipOf(event.target)
      return hide()
    }
    // A press on the tip means what lies below it, and must not close a dialog as a press outside of it.
    event.stopPropagation()
    event.preventDefault()
    hide()
    const below = document.elementFromPoint(event.clientX, event.clientY)
    below?.closest<HTMLElement>('button, a[href]')?.click()
  })
  on('keydown', (event) => {
    keyMoves = movesFocus(event)
    if (!keyMoves) hide()
  })
  on('focusin', (event) => {
    const tip = tipOf(event.target)
    // A closed dialog gives the focus back. That is no reason to cover what is below its button.
    if (tip && tip === event.target && keyMoves && tip.matches(':focus-visible')) want(tip, true)
  })
  on('focusout', (event) => {
    if (byFocus && event.target === owner) hide()
  })
  on('scroll', hide)
  on('blur', (event) => event.target === window && hide())
  on('wheel', hide)

  const start = first && tipOf(first.target)
  if (start) want(start, first.type === 'focusin')
  return () => {
    hide()
    abort.abort()
    box.remove()
  }
}

function createBox(): HTMLElement {
  const box = document.createElement('div')
  box.id = 'tip'
  box.role = 'tooltip'
  box.popover = 'manual'
  box.className =
    'no-print fixed inset-auto m-0 max-w-72 rounded-md border-0 bg-ink px-2 py-1 text-sm text-surface shadow-pop'
  return box
}

const isIn = (box: HTMLElement, target: EventTarget | null) => target instanceof Node && box.contains(target)

function tipOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? undefined) : undefined
}

/** Shows the tip of an element, unless there is nothing to say or its menu is open. Returns whether it is shown. */
function show(box: HTMLElement, owner: HTMLElement): boolean {
  const name = owner.getAttribute('aria-label') ?? nameIn(owner)
  const text = owner.dataset.tip || name
  if (!owner.isConnected || text === '' || owner.getAttribute('aria-expanded') === 'true') return false
  const apple = isApple(navigator.platform)
  const caps = owner.getAttribute('aria-keyshortcuts')?.split(' ')[0]
  box.replaceChildren(text, ...(caps ? [capsOf(keyCaps(caps, apple))] : []))
  const place = owner.closest(PLACES) ?? document.body
  if (box.parentNode !== place) place.append(box)
  box.showPopover()
  // What is no more than the name of the element needs no second announcement.
  if (text !== name && !owner.hasAttribute('aria-describedby')) owner.setAttribute('aria-describedby', box.id)
  putBeside(box, owner)
  return true
}

/** The text of an element, without what is hidden from screen readers. */
function nameIn(owner: HTMLElement): string {
  const walker = document.createTreeWalker(owner, NodeFilter.SHOW_TEXT)
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('[aria-hidden]')) text += node.nodeValue
  return text.trim()
}

function capsOf(caps: readonly string[]): HTMLElement {
  const keys = document.createElement('span')
  keys.className = 'ml-2 opacity-75'
  keys.textContent = caps.join(' ')
  return keys
}

function putBeside(box: HTMLElement, owner: HTMLElement): void {
  const [around, own] = [owner.getBoundingClientRect(), box.getBoundingClientRect()]
  const [width, height] = [document.documentElement.clientWidth, document.documentElement.clientHeight]
  const beside = owner.dataset.tipSide === 'right' && around.right + GAP + own.width < width
  const below = around.bottom + GAP + own.height < height
  const top = beside
    ? around.top + (around.height - own.height) / 2
    : below
      ? around.bottom + GAP
      : around.top - GAP - own.height
  const left = beside ? around.right + GAP : around.left + (around.width - own.width) / 2
  box.style.top = `${Math.max(GAP, top)}px`
  box.style.left = `${Math.max(GAP, Math.min(left, width - own.width - GAP))}px`
}
