/**
 * The speech model gives no times, but its decoder knows where it listens: its cross attention. This adds the attention
 * of every layer to the outputs of the model. An ONNX file is a protobuf message, in which repeated fields may be
 * appended anywhere, so that only the messages around the added outputs are written anew.
 *
 * The decoder is one `If` node with two branches (with and without cached values). A value of a branch becomes an output
 * of the branch, of the `If` node and of the graph.
 */
type Field = { readonly number: number; readonly from: number; readonly valueFrom: number; readonly to: number }

const lengthDelimited = 2
/** Field numbers of onnx.proto3. */
const model = { graph: 7 }
const graph = { node: 1, output: 12 }
const node = { output: 2, operator: 4, attribute: 5 }
const attribute = { graph: 6 }

const attentionName = /encoder_attn\/Softmax_output_0$/

/** Returns the changed model and the names of the outputs, one per layer: [1, heads, tokens, frames]. */
export function exposeAttention(bytes: Uint8Array): {
  readonly model: Uint8Array
  readonly outputs: readonly string[]
} {
  let outputs: readonly string[] = []
  const changed = replaceFields(bytes, model.graph, (whole) => {
    const withOutputs = replaceFields(whole, graph.node, (given) => {
      if (textOf(given, node.operator) !== 'If') return given
      const branches: (readonly string[])[] = []
      const extended = replaceFields(given, node.attribute, (branch) =>
        replaceFields(branch, attribute.graph, (body) => {
          const names = attentionValues(body)
          branches.push(names)
          return concat([body, ...names.map((name) => field(graph.output, valueInfo(name)))])
        }),
      )
      const [first = []] = branches
      if (branches.length !== 2 || first.length === 0 || branches.some(({ length }) => length !== first.length))
        throw new Error('The branches of the speech model are not as expected')
      outputs = first.map((_, layer) => `attention.${layer}`)
      return concat([extended, ...outputs.map((name) => field(node.output, utf8(name)))])
    })
    return concat([withOutputs, ...outputs.map((name) => field(graph.output, valueInfo(name)))])
  })
  if (outputs.length === 0) throw new Error('The speech model has no attention to read')
  return { model: changed, outputs }
}

const attentionValues = (body: Uint8Array): string[] =>
  fieldsOf(body, graph.node)
    .flatMap((value) => fieldsOf(value, node.output).map((name) => new TextDecoder().decode(name)))
    .filter((name) => attentionName.test(name))

const textOf = (bytes: Uint8Array, number: number): string =>
  new TextDecoder().decode(fieldsOf(bytes, number)[0] ?? new Uint8Array())

const fieldsOf = (bytes: Uint8Array, number: number): Uint8Array[] =>
  [...readFields(bytes)]
    .filter((one) => one.number === number)
    .map(({ valueFrom, to }) => bytes.subarray(valueFrom, to))

function replaceFields(bytes: Uint8Array, number: number, change: (value: Uint8Array) => Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let kept = 0
  for (const found of readFields(bytes)) {
    if (found.number !== number) continue
    const value = bytes.subarray(found.valueFrom, found.to)
    const changed = change(value)
    if (changed === value) continue
    parts.push(bytes.subarray(kept, found.from), field(number, changed))
    kept = found.to
  }
  return parts.length === 0 ? bytes : concat([...parts, bytes.subarray(kept)])
}

/** Fields of other wire types are skipped. */
function* readFields(bytes: Uint8Array): Generator<Field> {
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 63) throw new Error('The speech model is damaged')
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const from = at
    const tag = readVarint()
    const [number, wire] = [Math.floor(tag / 8), tag % 8]
    if (wire === 0) readVarint()
    else if (wire === 1) at += 8
    else if (wire === 5) at += 4
    else if (wire === lengthDelimited) {
      const length = readVarint()
      const valueFrom = at
      at += length
      yield { number, from, valueFrom, to: at }
    } else throw new Error('The speech model is damaged')
  }
}

/** A float tensor of any shape. */
const valueInfo = (name: string): Uint8Array =>
  concat([field(1, utf8(name)), field(2, field(1, Uint8Array.of(0x08, 0x01)))])

const field = (number: number, value: Uint8Array): Uint8Array =>
  concat([varint(number * 8 + lengthDelimited), varint(value.length), value])

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Uint8Array.from([...bytes, rest])
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
