import { useMedia } from '../use-media.ts'
import { useLayout } from './layout-context.tsx'

/** Whether the dark theme is active, by the user's choice or by the system's setting. */
export function useIsDark(): boolean {
  const system = useMedia('(prefers-color-scheme: dark)')
  return useLayout().isDark ?? system
}
