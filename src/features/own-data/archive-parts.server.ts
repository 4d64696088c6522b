import type { ArchivePart } from './archive-part.server.ts'
import { checksPart } from './check-part.server.ts'
import { closingPart } from './closing-part.server.ts'
import { familyPart } from './family-part.server.ts'
import { filePart } from './file-part.server.ts'
import { ledgerParts } from './ledger-parts.server.ts'
import { messageParts } from './message-parts.server.ts'
import { profileParts } from './profile-parts.server.ts'
import { readMePart } from './read-me-part.server.ts'
import { signInParts } from './sign-in-parts.server.ts'
import { traceParts } from './trace-parts.server.ts'

/**
 * All that the archive has. What a feature keeps about members is one more part here; the README names it by its
 * `about`. Decision 035 says what does not belong into it.
 */
const parts: readonly ArchivePart[] = [
  ...profileParts,
  ...ledgerParts,
  ...signInParts,
  ...messageParts,
  ...traceParts,
  closingPart,
  familyPart,
  checksPart,
  filePart,
]

export const archiveParts: readonly ArchivePart[] = [readMePart(parts), ...parts]
