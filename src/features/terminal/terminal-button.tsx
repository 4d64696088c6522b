import { SquareTerminal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { type KeptTerminal, keptTerminalOf } from './store/kept-terminal.ts'
import { isRunning, taskStatus } from './store/task.ts'
import { onTerminalWanted, openTerminal } from './terminal-wanted.ts'

const TerminalHost = lazyDialog(
  async () => (await import('./terminal-host.tsx')).TerminalHost,
  ({ onCancel }) => onCancel(),
  { isOpen: ({ opened }) => opened > 0 },
)

const nothing: KeptTerminal = { showDot: false, taskList: [], automaticCleanupTask: 1 }

/** Opens the terminal, and shows whether there is output that its user has not seen. */
export function TerminalButton({ userId }: { userId: number }) {
  const { showDot, taskList } = useLocalStore(keptTerminalOf(userId), nothing)
  const [opened, setOpened] = useState(0)
  const [loaded, setLoaded] = useState(false)
  useEffect(() => onTerminalWanted(() => setOpened((before) => before + 1)), [])
  // Tasks of an earlier page wait for their turn, or for somebody who follows them.
  const goesOn = taskList.some((task) => task.status === taskStatus.waiting || isRunning(task))
  if (!loaded && (opened > 0 || goesOn)) setLoaded(true)
  return (
    <>
      <IconButton
        label={showDot ? m.terminal_openUnread() : m.terminal_open()}
        aria-haspopup="dialog"
        onClick={openTerminal}
        className="relative"
      >
        <SquareTerminal size={17} />
        {showDot && <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-accent-solid" />}
      </IconButton>
      {loaded && (
        <TerminalHost
          opened={opened}
          onCancel={() => {
            setOpened(0)
            setLoaded(false)
          }}
        />
      )}
    </>
  )
}
