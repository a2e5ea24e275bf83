/**
 * The page that shows the OpenAPI document. It is complete without its scripts, which search, expand linked calls
 * and try calls.
 */
import { errorCodes, type ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import { describeType, listFields, type Field } from './api-docs-fields.ts'
import { escapeHtml } from './escape-html.ts'
import type { JsonSchema, OpenApi, OpenApiOperation } from './openapi.ts'

type OperationEntry = { readonly method: string; readonly path: string; readonly operation: OpenApiOperation }

/** `base`: the location of style, script and document. */
export function renderApiDocs(document: OpenApi, base: string): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags[0] === name),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API of ${escapeHtml(document.info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}/docs.css">
<script src="${base}/docs.js"></script>
<script src="${base}/docs-try.js" defer></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header class="bar">
<a class="logo" href="/" aria-label="${escapeHtml(document.info.title)}, home">${logo}<span>${escapeHtml(document.info.title)}</span></a>
<label class="search">${searchIcon}<span class="hidden">Search calls</span>
<input id="search" type="search" placeholder="Search ${entries.length} calls" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>
<a class="button" href="${base}/openapi.json">OpenAPI<span class="wide"> document</span></a>
</header>
<div class="frame">
<nav class="side" aria-label="Calls">${groups.map(({ name, entries: own }) => renderSidebarGroup(name, own)).join('')}</nav>
<main id="calls" tabindex="-1">
<h1>API</h1>
<p class="lead">${entries.length} calls under <code>${escapeHtml(document.servers[0]?.url ?? '')}</code>, each with and without a slash at the end. ${escapeHtml(document.info.description)}</p>
${renderIntroduction(document)}
<p class="hidden" id="found" role="status"></p>
${groups.map(({ name, entries: own }) => renderGroup(document, name, own)).join('\n')}
<p class="empty" id="empty" hidden>No call matches. Search by path, method, summary, field or error.</p>
</main>
</div>
</body>
</html>
`
}

function renderIntroduction(document: OpenApi): string {
  return `<section class="about" id="about">
<h2 class="hidden">How to call</h2>
<h3 class="hidden">Rules for all calls</h3>
<dl>
<div><dt>Signing in</dt><dd>Send <code>Authorization: Bearer &lt;key&gt;</code> with an API key, which you create in your <a href="/settings/api-keys">settings</a>. A key has your permissions, reduced to its scope and workspaces.</dd></div>
<div><dt>Bodies</dt><dd>JSON in, JSON out. A field that is not declared is refused or ignored going in and never sent going out.</dd></div>
<div><dt>Errors</dt><dd>One shape for all: <code>error</code> for people, or <code>errors</code> by field; <code>code</code> for programs; <code>requestId</code> to find it in the log.</dd></div>
</dl>
<form class="try-key" id="try-key" hidden>
<label for="api-key">Your API key</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="kr_…">
<p>Calls that you try run for real. The key stays in this page until you close it.</p>
</form>
<details class="shape"><summary>The shape of an error, and all codes</summary>
${renderFields('Shape', document.components.schemas['Error'] ?? {}, document)}
${renderErrors('Codes', Object.keys(errorCodes) as ErrorCode[])}
</details>
</section>`
}

const renderSidebarGroup = (name: string, entries: readonly OperationEntry[]) => `
<h2>${escapeHtml(title(name))}</h2>
<ul>${entries.map(({ method, path, operation }) => `<li data-call="${operationAnchor(operation)}"><a href="#${operationAnchor(operation)}"><b class="${method}">${method}</b><span>${breakablePath(path)}</span></a></li>`).join('')}</ul>`

const renderGroup = (document: OpenApi, name: string, entries: readonly OperationEntry[]) => `<section class="group">
<h2>${escapeHtml(title(name))}</h2>
<div class="cards">${entries.map((entry) => renderCall(document, entry)).join('\n')}</div>
</section>`

function renderCall(document: OpenApi, { method, path, operation }: OperationEntry): string {
  const id = operationAnchor(operation)
  const codes = errorsOf(operation)
  const body = operation.requestBody
  const answer = operation.responses['200']
  return `<details class="call" id="${id}" data-text="${escapeHtml([method, path, operation.summary, operation.operationId, ...codes].join(' ').toLowerCase())}">
<summary><h3><b class="${method}">${method}</b><span class="path">${breakablePath(path)}</span></h3><span class="what">${escapeHtml(operation.summary)}</span></summary>
<div class="inside">
<p class="who">${escapeHtml(operation.description)}</p>
${renderParameters('Path', operation, 'path')}
${renderParameters('Query', operation, 'query')}
${renderBody(body, document)}
${answer?.content === undefined ? '' : renderFields('Answer', answer.content['application/json'].schema, document)}
${renderErrors('Errors', codes)}
<p class="more"><a href="#${id}">Link to this call</a></p>
</div>
</details>`
}

function renderBody(body: OpenApiOperation['requestBody'], document: OpenApi): string {
  if (body === undefined) return ''
  const { 'application/json': fields, 'multipart/form-data': form } = body.content
  return [
    fields && renderFields(body.required && !form ? 'Body' : 'Body, may be left out', fields.schema, document),
    form && renderFields('Form, multipart/form-data', form.schema, document),
  ].join('')
}

function renderParameters(heading: string, operation: OpenApiOperation, location: 'path' | 'query'): string {
  const own = operation.parameters.filter((parameter) => parameter.in === location)
  if (own.length === 0) return ''
  const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]))
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name)
  return renderTable(heading, listFields({ properties, required }, {}))
}

function renderFields(heading: string, schema: JsonSchema, document: OpenApi): string {
  const fields = listFields(schema, document.components.schemas)
  if (fields.length > 0) return renderTable(heading, fields)
  return `<h4>${heading}</h4><p><code>${escapeHtml(describeType(schema))}</code></p>`
}

const renderTable = (heading: string, fields: readonly Field[]) => `<h4>${heading}</h4>
<table><thead class="hidden"><tr><th>Field</th><th>Type</th><th>Limits</th></tr></thead><tbody>
${fields.map(renderField).join('\n')}
</tbody></table>`

const renderField = ({ name, depth, type, isRequired, notes }: Field) =>
  `<tr><th scope="row"><span class="deep deep-${Math.min(depth, 5)}"><code>${escapeHtml(name)}</code>${isRequired ? '' : '<em>optional</em>'}</span></th><td><code>${escapeHtml(type)}</code></td><td>${notes.map(escapeHtml).join(', ')}</td></tr>`

const renderErrors = (heading: string, codes: readonly ErrorCode[]) => `<h4>${heading}</h4>
<table class="errors"><thead class="hidden"><tr><th>Status</th><th>Code</th><th>Text</th></tr></thead><tbody>
${codes.map((code) => `<tr><td>${errorCodes[code].status}</td><th scope="row"><code>${code}</code></th><td>${escapeHtml(errorCodes[code].message)}</td></tr>`).join('\n')}
</tbody></table>`

/** The document lists the codes as the names of its examples. */
const errorsOf = ({ responses }: OpenApiOperation): ErrorCode[] =>
  Object.values(responses).flatMap(
    ({ content }) => Object.keys(content?.['application/json'].examples ?? {}) as ErrorCode[],
  )

const operationAnchor = ({ operationId }: OpenApiOperation) => operationId.replace('.', '-')
const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
/** Long paths wrap after a slash and nowhere else. */
const breakablePath = (path: string) => escapeHtml(path).replaceAll(/(?<=.)\//g, '<wbr>/')

const logo = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect class="mark" width="24" height="24" rx="6.5"/><g fill="#fff"><rect x="6.2" y="5.5" width="3" height="13" rx="1.5"/><path d="M18.2 7.9v8.2c0 .95-1.05 1.5-1.83.97l-5.9-4.1a1.18 1.18 0 0 1 0-1.94l5.9-4.1c.78-.53 1.83.02 1.83.97z"/></g></svg>`
const searchIcon = `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true"><circle cx="10" cy="10" r="7"/><path d="m21 21-6-6"/></svg>`
