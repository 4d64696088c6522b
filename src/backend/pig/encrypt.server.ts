import { createCipheriv } from 'node:crypto'

/**
 * Encrypts text for a pig gateway (PasswordDecoderFilter): AES-128 in CFB mode without padding, in Base64. The key is
 * also the initialization vector. Equal texts give equal results and the key is not secret: only TLS protects the text.
 * @param key 16 ASCII characters
 */
export function pigEncrypt(key: string, text: string): string {
  const bytes = Buffer.from(key, 'latin1')
  const cipher = createCipheriv('aes-128-cfb', bytes, bytes)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}
