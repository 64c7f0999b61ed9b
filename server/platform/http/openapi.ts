import * as z from 'zod/mini'
import { approvalWarnings } from '../../../contract/approval-warnings.ts'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import type { Operation } from '../../../contract/operation.ts'
import { everyDuty } from '../../../contract/roles.ts'
import { softRefusalHeader, isSoftRefusal, softRefusalStatus } from '../../../contract/soft-refusals.ts'
import { fieldTexts } from '../../../contract/texts.ts'
import { ownVersionName } from '../version.ts'

type Json = Record<string, unknown>

interface Site {
  cookieName: string
  /** The site's public address, without a slash at the end. */
  publicUrl: string
}

/** Describes every operation in OpenAPI 3.1, from the declarations that the server and the browser use. */
export function describeApi(operations: Operation[], { cookieName, publicUrl }: Site): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ET',
      version: ownVersionName,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      description:
        'Coins, money and rates are decimal texts in answers and whole numbers in requests. A call that changes something ' +
        'must come from this site: it carries its Origin.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
      schemas: { Error: errorSchema },
    },
  }
}

function describeOperation(operation: Operation): Json {
  const isOpen = operation.access.includes('visitor')
  const body = describeBody(operation)
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: describeAccess(operation),
    tags: [operation.path.split('/')[2]],
    'x-access': operation.access,
    ...(operation.duties && { 'x-duties': operation.duties }),
    security: isOpen ? [{}, { session: [] }] : [{ session: [] }],
    parameters: [
      ...describeParameters('path', operation.params),
      ...describeParameters('query', operation.query),
      ...(operation.isMoney || operation.isIdempotent ? [keyParameter] : []),
      ...(operation.stepUp ? [describeProof(operation.stepUp)] : []),
      ...(questionsOf(operation).length > 0 ? [askingParameter] : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      200: { description: 'Done.', content: describeAnswer(operation) },
      ...describeQuestions(operation),
      ...describeRefusals(operation),
    },
  }
}

function describeAccess({ access, duties }: Operation): string {
  const isForSome = duties !== undefined && duties.length < everyDuty.length
  return `For: ${access.join(', ')}.${isForSome ? ` Duties of administrators: ${duties.join(', ')}.` : ''}`
}

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Made once for what a person does, and repeated with every retry: the same call never counts twice.',
  schema: { type: 'string', format: 'uuid' },
}

/** Describes the header with a proof, which the call step_up creates for this action. */
function describeProof({ action, when }: NonNullable<Operation['stepUp']>): Json {
  return {
    name: 'Step-Up-Proof',
    in: 'header',
    required: when === 'always',
    description: `A fresh proof that it is you, for the action \`${action}\` and this very call, as the call step_up gives it. It counts once.`,
    schema: { type: 'string' },
  }
}

const askingParameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: `\`${softRefusalHeader.value}\`: what is only asked for one thing more is answered with ${softRefusalStatus}, and not as a failure.`,
  schema: { type: 'string', enum: [softRefusalHeader.value] },
}

const textMap = { type: 'object', additionalProperties: { type: 'string' } }

const errorSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string', description: 'An English sentence for a person.' },
    values: { ...textMap, description: 'The values of the sentence, for a translation of it by its code.' },
    fields: { ...textMap, description: 'An English sentence for each bad field.' },
    faults: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['code'],
        properties: {
          code: { type: 'string', enum: [...Object.keys(errors), ...Object.keys(fieldTexts)] },
          values: textMap,
        },
      },
      description: 'The code and the values of each of these sentences.',
    },
    status: { type: 'string', description: 'For already_processed: the status the request has.' },
    warnings: {
      type: 'array',
      items: { type: 'string', enum: approvalWarnings },
      description: 'For warning_unread: all that an approval must acknowledge.',
    },
  },
}

function describeParameters(place: 'path' | 'query', schema: z.ZodMiniObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: toJsonSchema(field as z.ZodMiniType, 'input'),
  }))
}

function describeBody({ body, upload }: Operation): Json | undefined {
  if (upload)
    return Object.fromEntries(upload.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
  return body && { 'application/json': { schema: toJsonSchema(body, 'input') } }
}

function describeAnswer({ output, download }: Operation): Json {
  if (download) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: toJsonSchema(output, 'output') } }
}

/** Describes the codes that refuse a call, by status. */
function describeRefusals(operation: Operation): Json {
  const byStatus = Map.groupBy(new Set(codesOf(operation)), (code) => errors[code].status)
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, describeCodes(codes)]))
}

/** Describes the refusals that a client can ask to get as questions. */
function describeQuestions(operation: Operation): Json {
  const codes = questionsOf(operation)
  if (codes.length === 0) return {}
  return {
    [softRefusalStatus]: describeCodes(codes, `With \`Prefer: ${softRefusalHeader.value}\`; nothing has been done.`),
  }
}

function questionsOf({ errors: own = [] }: Operation): ErrorCode[] {
  return own.filter(isSoftRefusal)
}

function describeCodes(codes: ErrorCode[], ...before: string[]): Json {
  return {
    description: [...before, ...codes.map((code) => `\`${code}\`: ${errors[code].message}`)].join('\n\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

function codesOf({
  access,
  duties,
  method,
  isMoney,
  isIdempotent,
  isBeforeEnrolment,
  errors: own = [],
}: Operation): ErrorCode[] {
  const isClosed = !access.includes('visitor')
  return [
    'invalid_request',
    ...(isClosed ? (['not_signed_in', 'forbidden'] as const) : []),
    ...(isClosed && access.includes('admin') && !isBeforeEnrolment ? (['two_factor_required'] as const) : []),
    ...(duties && duties.length < everyDuty.length ? (['duty_missing'] as const) : []),
    ...(method === 'GET'
      ? []
      : (['foreign_origin', 'body_too_slow', 'body_too_large', 'content_type_not_accepted'] as const)),
    ...(isMoney || isIdempotent ? (['idempotency_key_required', 'idempotency_key_reused'] as const) : []),
    ...own,
    'too_many_requests',
    'server_busy',
    'overloaded',
    'internal_error',
    'data_damaged',
    'outcome_unknown',
  ]
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const json: Json = { ...z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describeDecimal }) }
  delete json['$schema']
  return json
}

/** Describes our only custom type, an exact decimal as text. */
function describeDecimal({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}) {
  if (zodSchema._zod.def.type === 'custom')
    Object.assign(jsonSchema, { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` })
}
