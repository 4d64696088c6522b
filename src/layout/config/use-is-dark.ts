import { useMedia } from '../use-media.ts'
import { useLayout } from './layout-context.tsx'

/** Whether the dark theme is in force: chosen, or the system's. */
export function useIsDark(): boolean {
  const system = useMedia('(prefers-color-scheme: dark)')
  return useLayout().isDark ?? system
}
