import { customAlphabet, nanoid } from 'nanoid'
import { v5, v7 } from 'uuid'

/** Digits and letters without look-alikes. */
const shortIdAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const shortIdLength = 10
const randomShortId = customAlphabet(shortIdAlphabet, shortIdLength)

/** A primary key: uuid v7, so later rows sort later. */
export const newId = (): string => v7()

/** The same id for the same name under the same id, which makes repeated work idempotent. */
export const derivedId = (id: string, name: string): string => v5(name, id)

/** Ten characters for URLs; always with a digit, so that it never equals a word of a route. */
export function newShortId(): string {
  for (;;) {
    const id = randomShortId()
    if (/\d/.test(id)) return id
  }
}

/** Sixteen random characters: keys of text tabs and blocks, created by clients. */
export const newKey = (): string => nanoid(16)

/** 32 letters and digits: no character where a mail program would end a URL. */
export const newLinkToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const shortIdPattern = new RegExp(`^[${shortIdAlphabet}]{${shortIdLength}}$`)

export const isUuid = (value: string): boolean => uuidPattern.test(value)
export const isShortId = (value: string): boolean => shortIdPattern.test(value) && /\d/.test(value)
export const isLinkToken = (value: string): boolean => /^[0-9A-Za-z]{32}$/.test(value)
