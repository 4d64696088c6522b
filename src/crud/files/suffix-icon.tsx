import { File as FileIcon } from 'lucide-react'
import { useState } from 'react'
import { suffixAddress } from './file-kinds.ts'

/** A small icon of the type of a file of this site. Files of other sites have a plain one. */
export function SuffixIcon({ address }: { address: string }) {
  const [broken, setBroken] = useState(false)
  const suffix = /\.([a-z\d]{1,8})$/i.exec(address)?.[1]
  if (broken || !suffix || !address.startsWith('/storage/')) {
    return <FileIcon aria-hidden size={16} className="ml-1 shrink-0 text-subtle" />
  }
  return (
    <img
      src={suffixAddress(suffix)}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-5 shrink-0"
    />
  )
}
