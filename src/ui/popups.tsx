import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { m } from '#src/i18n/paraglide/messages.js'

const ID = 'popups'

/**
 * Where all popups are rendered: one landmark, because screen readers pass over what is outside of all landmarks. It is
 * at the end of the page, where nothing clips or covers a popup, and is there only while one is open. It is rendered
 * once, at the root of the page.
 */
export function Popups() {
  // Dialogs hide the rest of the page from screen readers, but not this, because their own popups open here.
  return <section id={ID} aria-label={m.ui_popups()} data-live-announcer="" className="empty:hidden" />
}

const never = () => () => {}
const placeNow = () => document.getElementById(ID) ?? document.body

/** Renders a list, a menu or a panel over the page. */
export function PopupPortal({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(never, placeNow, () => null)
  return place && createPortal(children, place)
}
