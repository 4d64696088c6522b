import { ImageUp, Trash } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { sendFile } from '#src/crud/files/send-file.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { Side } from '#src/lib/side.ts'
import { uploadProblem } from '#src/lib/upload-checks.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { saveOwnAvatar } from './own-account.functions.ts'
import type { OwnSaved } from './own-saved.ts'

const PICTURES = 'jpg,jpeg,png,gif,webp'

type OwnAvatarProps = {
  side: Side
  person: { avatar: string; nickname: string; username: string }
  onSaved(saved: OwnSaved): void
}

/** The user's picture. A new one is sent and saved at once. */
export function OwnAvatar({ side, person, onSaved }: OwnAvatarProps) {
  const { upload } = useKit()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const save = async (avatarOf: () => Promise<string>) => {
    setBusy(true)
    setRefusal('')
    try {
      const data = { side, avatar: await avatarOf(), idempotencyKey: randomId() }
      onSaved(await saveOwnAvatar({ data }))
      toaster.success(m.success_updated())
    } catch (error) {
      setRefusal(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const take = (file: File) => {
    const problem = uploadProblem(file, { maxsize: upload.maxsize, mimetype: PICTURES })
    if (problem) return setRefusal(problem)
    void save(() => sendFile(file, () => undefined, { topic: 'avatar' }).result)
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar src={person.avatar} name={person.nickname || person.username} size={64} />
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button loading={busy} icon={<ImageUp aria-hidden size={15} />} onClick={() => picker.current?.click()}>
            {m.profile_changePicture()}
          </Button>
          {person.avatar && (
            <Button
              variant="ghost"
              disabled={busy}
              icon={<Trash aria-hidden size={15} />}
              onClick={() => void save(async () => '')}
            >
              {m.profile_removePicture()}
            </Button>
          )}
        </div>
        {refusal ? (
          <p role="alert" className="text-sm text-danger-ink">
            {refusal}
          </p>
        ) : (
          <p className="text-xs text-subtle">{m.profile_pictureHint()}</p>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={m.profile_changePicture()}
        accept="image/*"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) take(file)
          // Allows the user to choose the same file again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
