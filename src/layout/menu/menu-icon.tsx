import { Circle } from 'lucide-react'
import { createContext, use } from 'react'
import type { Icon } from '#src/lib/icon.ts'
import { SvgIcon } from '#src/ui/svg-icon.tsx'

/** The icon that the user chose for entries without one. Null when the default applies. */
export const DefaultIconContext = createContext<Icon | null>(null)

/** The icon of an entry. An entry without one shows the icon that the user chose, or a small circle. */
export function MenuIcon({ icon }: { icon: Icon | null }) {
  const usual = use(DefaultIconContext)
  const drawing = icon ?? usual
  return drawing ? <SvgIcon icon={drawing} /> : <Circle aria-hidden size={16} className="shrink-0 scale-75" />
}
