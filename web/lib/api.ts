import type { Endpoint } from '../../contract/endpoint.ts'
import type { CallInput, OutputOf } from '../../contract/typed-endpoints.ts'
import { softRefusalHeader, softRefusalStatus } from '../../contract/soft-refusals.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { ApiError, networkError, notConfirmedError } from './api-error.ts'
import { buildUrl, type UrlInput } from './build-url.ts'
import { beginAttempt } from './attempt-keys.ts'
import { parseAnswer } from './closure-markers.ts'
import { reportAnswer } from './connection.ts'
import { loadTexts } from './load-texts.ts'
import { askForProof } from './step-up.ts'

export interface CallOptions {
  /**
   * The Idempotency-Key of a money call, made once per intent and kept until the call succeeds. Other idempotent
   * calls get a key in `call`.
   */
  key?: string | undefined
  signal?: AbortSignal | undefined
  /** The time limit for the whole answer. */
  timeoutMs?: number | undefined
  /** True for a call that the browser sends to its end although the page is closing. */
  keepalive?: boolean | undefined
  /** The answer to this very call, if the page requested it earlier. */
  asked?: Promise<Response> | undefined
}

/** Makes one call of the contract. Throws an ApiError when it is refused or fails. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  if (!endpoint.isIdempotent) return readAnswer(endpoint, input, options)
  const { key, finish } = beginAttempt(endpoint, input)
  try {
    const answer = await readAnswer(endpoint, input, { key, ...options })
    finish()
    return answer
  } catch (error) {
    finish(error)
    throw error
  }
}

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<OutputOf<E>> {
  const response = await send(endpoint, input, options)
  try {
    const text = await response.text()
    return (text === '' ? {} : parseAnswer(text)) as OutputOf<E>
  } catch (error) {
    // An answer that broke off, or that a proxy made up, counts as no answer.
    throw options.signal?.aborted ? error : networkError()
  }
}

export interface DownloadedFile {
  blob: Blob
  fileName: string | undefined
}

/** Downloads a file. `onProgress` receives the number of bytes that have arrived. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { onProgress, ...options }: CallOptions & { onProgress?: (bytes: number) => void } = {},
): Promise<DownloadedFile> {
  const { headers, body } = await send(endpoint, input, options)
  const disposition = headers.get('content-disposition') ?? ''
  const read = new Response(body?.pipeThrough(countBytes(onProgress)) ?? null, { headers })
  const blob = await read.blob().catch((error: unknown) => {
    throw options.signal?.aborted ? error : networkError()
  })
  return { blob, fileName: /filename="([^"]+)"/.exec(disposition)?.[1] }
}

function countBytes(onProgress: (bytes: number) => void = () => {}) {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
}

export interface UploadOptions {
  onProgress?: (part: number) => void
  signal?: AbortSignal
  /** The values for the address of the call. */
  params?: UrlInput['params']
}

/**
 * Uploads a file as it is, under its own content type. `onProgress` receives the part that has been sent, from 0 to 1.
 * A slow upload may take any time; one without progress for two minutes is given up.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  { onProgress = () => {}, signal, params }: UploadOptions = {},
): Promise<OutputOf<E>> {
  const { key, finish } = beginAttempt(endpoint, file)
  // fetch cannot report how much of a body has been sent; XMLHttpRequest can.
  const sent = new Promise<OutputOf<E>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failUnanswered = () => {
      reportAnswer(false)
      reject(networkError())
    }
    const giveUp = () => {
      failUnanswered()
      request.abort()
    }
    let patience = setTimeout(giveUp, uploadPatienceMs)
    request.open(endpoint.method, buildUrl(endpoint, { params }))
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('idempotency-key', key)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(patience)
      patience = setTimeout(giveUp, uploadPatienceMs)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => clearTimeout(patience))
    request.addEventListener('error', failUnanswered)
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status < 200 || status >= 300) {
        return void toRefusal(status, responseText, request.getResponseHeader('retry-after')).then(reject)
      }
      try {
        const answer = JSON.parse(responseText) as OutputOf<E>
        reportAnswer(true)
        resolve(answer)
      } catch {
        // An answer that a proxy made up counts as no answer, as in `call`.
        reject(networkError())
      }
    })
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
  sent.then(() => finish(), finish)
  return sent
}

/** Registers a listener for calls that were refused because the session has ended. */
export function onSignedOut(listener: () => void): void {
  signedOutListeners.add(listener)
}

const signedOutListeners = new Set<() => void>()
const defaultTimeoutMs = 30_000
/** The device reports data as sent once its network has it. On a slow line, no news may follow for this long. */
const uploadPatienceMs = 120_000

/** Sends a call. If the server requires a proof of this very call, asks the person for it and sends the call again. */
async function send(endpoint: Endpoint, input: object, options: CallOptions): Promise<Response> {
  try {
    return await sendOnce(endpoint, input, options)
  } catch (error) {
    if (!endpoint.stepUp || !(error instanceof ApiError) || error.call === undefined) throw error
    const proof = await askForProof({ action: endpoint.stepUp.action, call: error.call }, options.signal)
    options.signal?.throwIfAborted()
    if (proof === null) throw notConfirmedError()
    return sendOnce(endpoint, input, { ...options, proof })
  }
}

async function sendOnce(
  endpoint: Endpoint,
  input: object,
  { key, signal, timeoutMs = defaultTimeoutMs, keepalive = false, asked, proof }: CallOptions & { proof?: string },
): Promise<Response> {
  const { body, ...urlInput } = input as UrlInput & { body?: unknown }
  const headers = new Headers()
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (key !== undefined) headers.set('idempotency-key', key)
  if (proof !== undefined) headers.set(stepUpHeader, proof)
  // Asks the server to send refusals such as "code required" as questions. No other read leads to such a refusal.
  if (endpoint.method !== 'GET' || endpoint.stepUp) headers.set(softRefusalHeader.name, softRefusalHeader.value)
  const timeout = AbortSignal.timeout(timeoutMs)
  const ask = async () =>
    fetch(buildUrl(endpoint, urlInput), {
      method: endpoint.method,
      headers,
      keepalive,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  const response = await (asked ?? ask()).catch((error: unknown) => {
    // A caller that stopped the call gets its own error. Any other failure means that there was no answer.
    if (signal?.aborted) throw error
    reportAnswer(false)
    throw networkError()
  })
  if (response.ok && response.status !== softRefusalStatus) {
    reportAnswer(true)
    return response
  }
  throw await toRefusal(response.status, await response.text().catch(() => ''), response.headers.get('retry-after'))
}

const gatewayFailures = [502, 503, 504]

/** Turns a refusal into an ApiError, and tells the connection watch and the session about it. */
async function toRefusal(status: number, text: string, retryAfter: string | null): Promise<ApiError> {
  const readRefusal = await loadReader()
  if (!readRefusal) return networkError()
  const error = readRefusal(status, text, retryAfter)
  // A gateway that cannot reach the server answers in its own words. That does not count as an answer of the server.
  reportAnswer(!(error.isWithoutMessage && gatewayFailures.includes(status)))
  if (error.code === 'not_signed_in') for (const listener of signedOutListeners) listener()
  return error
}

/**
 * Loads the reader of refusals and the texts that it says. The home page, which is refused nothing in general, starts
 * without them. Returns undefined if the connection has broken since.
 */
async function loadReader() {
  try {
    await loadTexts('app')
    const { readRefusal } = await import('./read-refusal.ts')
    return readRefusal
  } catch {
    return undefined
  }
}
