import { Database, Globe, Trash } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MenuItem } from '#src/ui/menu.tsx'

/** The cache to clear: the server's, this browser's, or both. */
export type CacheKind = 'server' | 'browser' | 'all'

/** Clears a cache and shows the result. */
export type ClearCache = (kind: CacheKind) => Promise<void>

/** One menu item for each of the three cache kinds. */
export function ClearCacheItems({ onClear }: { onClear: ClearCache }) {
  const [busy, setBusy] = useState(false)
  const clear = (kind: CacheKind) => async () => {
    setBusy(true)
    await onClear(kind)
    setBusy(false)
  }
  return (
    <>
      <MenuItem value="cache-server" icon={<Database size={15} />} disabled={busy} onSelect={clear('server')}>
        {m.shell_clearServerCache()}
      </MenuItem>
      <MenuItem value="cache-browser" icon={<Globe size={15} />} disabled={busy} onSelect={clear('browser')}>
        {m.shell_clearBrowserCache()}
      </MenuItem>
      <MenuItem value="cache-all" icon={<Trash size={15} />} disabled={busy} onSelect={clear('all')}>
        {m.shell_clearAllCaches()}
      </MenuItem>
    </>
  )
}
