import { Circle } from 'lucide-react'
import { createContext, use } from 'react'
import type { Icon } from '#src/lib/icon.ts'
import { SvgIcon } from '#src/ui/svg-icon.tsx'

/** The drawing for entries that name no icon, where somebody has chosen one. */
export const DefaultIconContext = createContext<Icon | null>(null)

/** The icon of an entry; the chosen one, or a small circle, when it has none (specification 9). */
export function MenuIcon({ icon }: { icon: Icon | null }) {
  const usual = use(DefaultIconContext)
  const drawing = icon ?? usual
  return drawing ? <SvgIcon icon={drawing} /> : <Circle aria-hidden size={16} className="shrink-0 scale-75" />
}
