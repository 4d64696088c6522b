import { createCipheriv } from 'node:crypto'

/**
 * Text as a pig gateway decrypts it (PasswordDecoderFilter): AES-128 in CFB mode, unpadded, the key also being the
 * initial vector, in Base64. Equal texts look equal and the key is no secret: it obscures, only TLS protects.
 * @param key 16 ASCII characters
 */
export function pigEncrypt(key: string, text: string): string {
  const bytes = Buffer.from(key, 'latin1')
  const cipher = createCipheriv('aes-128-cfb', bytes, bytes)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}
