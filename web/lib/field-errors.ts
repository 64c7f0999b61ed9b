import type * as z from 'zod/mini'

/** Returns the first sentence for each bad field, by the field's name. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const sentences: Record<string, string> = {}
  for (const { path, message } of error.issues) sentences[path.join('.')] ??= message
  return sentences
}
