import { m } from '#src/i18n/paraglide/messages.js'
import { packagesOf } from './task-extend.ts'

/** The packages of a task, and whether their install scripts run. */
export function PackagesLine({ extend }: { extend: string }) {
  const wanted = packagesOf(extend)
  if (!wanted) return null
  const { packages, scripts } = wanted
  const parts = [
    ...(packages.length > 0 ? [m.terminal_packages({ names: packages.join(', ') })] : []),
    ...(scripts ? [m.terminal_scriptsWith()] : []),
  ]
  return parts.length > 0 && <p className="text-sm text-muted wrap-anywhere">{parts.join(' · ')}</p>
}
