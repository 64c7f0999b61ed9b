import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sendMessage, uploadChatFile } from '../../contract/chat.ts'
import type { OutputOf } from '../../contract/operation.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { call, publicUrl, type Person, type TestApp } from './app.ts'

/** A document of one empty page's worth of bytes. */
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n0\n%%EOF\n')

/** Draws a picture of one colour, of this many pixels. */
export const drawPng = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()

interface ChatFileToUpload {
  from: Person
  /** The member of the conversation. */
  to: Person
  bytes?: Buffer
  type?: string
}

/** Uploads a file for a message into a conversation; the document above, unless another is given. */
export async function uploadToChat(
  { app }: Pick<TestApp, 'app'>,
  { from, to, bytes = pdf, type = 'application/pdf' }: ChatFileToUpload,
) {
  const response = await app.inject({
    method: 'POST',
    url: uploadChatFile.path.replace(':userId', to.userId),
    headers: { cookie: from.cookie, origin: publicUrl, 'content-type': type, 'idempotency-key': randomUUID() },
    payload: bytes,
  })
  return {
    status: response.statusCode,
    body: response.json<OutputOf<typeof uploadChatFile> & { code?: ErrorCode }>(),
  }
}

interface ChatMessageToSend {
  from: Person
  to: Person
  content?: string
  files?: { id: string; name?: string }[]
  requestId?: string | null
  clientMessageId?: string
}

/** Sends a message with a text, files or a request into a conversation. */
export async function sendToChat(
  site: TestApp,
  { from, to, content = '', files = [], requestId = null, clientMessageId = randomUUID() }: ChatMessageToSend,
) {
  return call(
    site,
    sendMessage,
    {
      params: { userId: to.userId },
      body: {
        client_message_id: clientMessageId,
        content,
        files: files.map(({ id, name = '' }) => ({ id, name })),
        request_id: requestId,
      },
    },
    { cookie: from.cookie },
  )
}
