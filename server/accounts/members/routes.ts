import type { FastifyReply } from 'fastify'
import * as own from '../../../contract/own-profile.ts'
import { getProfile, getProfileByMemberId } from '../../../contract/profiles.ts'
import * as book from '../../../contract/wallet-addresses.ts'
import { route, type Route } from '../../platform/http/route.ts'
import * as members from './members.ts'
import { updateProfile, type OwnProfileDeps } from './own-profile.ts'
import { addAddress, listAddresses, removeAddress } from './address-book.ts'
import { readWalletChange } from './wallet-change.ts'
import { checkWalletAddress } from './wallet-check.ts'
import { drawWalletQr } from './wallet-qr.ts'

export function memberRoutes(deps: OwnProfileDeps): Route[] {
  const { db } = deps
  return [
    route(getProfile, async ({ caller, params }) => members.getProfile(db, caller, params.userId)),
    route(getProfileByMemberId, async ({ query }) => members.getNameByMemberId(db, query.p_member_id)),
    route(own.updateProfile, ({ caller, ipAddress, params: { userId }, body, write, requireProof }) =>
      updateProfile({ ...deps, write }, { callerId: caller.userId, userId, ipAddress, form: body }, requireProof),
    ),
    route(own.getWalletQr, async ({ caller, params, reply }) =>
      sendPicture(reply, await drawWalletQr(db, caller, params.userId)),
    ),
    route(own.checkWalletAddress, ({ body }) => checkWalletAddress(db, body.wallet_address)),
    route(book.listWalletAddresses, async ({ caller }) => listAddresses(db, caller.userId)),
    route(book.addWalletAddress, ({ caller: { userId }, ipAddress, body, write }) =>
      addAddress({ ...deps, write }, { userId, ipAddress }, body.wallet_address),
    ),
    route(book.removeWalletAddress, ({ caller: { userId }, ipAddress, params, write }) =>
      removeAddress({ ...deps, write }, { userId, ipAddress }, params.addressId),
    ),
    route(own.getWalletChange, async ({ caller }) => readWalletChange(db, caller.userId)),
  ]
}

/** Sends a picture that, opened as a page, can neither run nor load anything. */
function sendPicture(reply: FastifyReply, svg: string): FastifyReply {
  return reply
    .type('image/svg+xml')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(svg)
}
