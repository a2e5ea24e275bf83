// Tries calls with an API key. The key is only in its field: it is neither stored nor sent anywhere but to this API.
{
  const field = document.getElementById('api-key')
  const base = document.currentScript.src.replace(/\/docs-try\.js$/, '')
  document.getElementById('try-key').hidden = false
  document.getElementById('try-key').addEventListener('submit', (event) => event.preventDefault())

  /** Operations by the id of their element; loaded with the first call that is opened. */
  let loading = null
  const loadOperations = () =>
    (loading ??= fetch(base + '/openapi.json')
      .then((response) => response.json())
      .then(({ paths }) => {
        const found = new Map()
        for (const [path, methods] of Object.entries(paths))
          for (const [method, operation] of Object.entries(methods))
            found.set(operation.operationId.replace('.', '-'), { path, method: method.toUpperCase(), operation })
        return found
      })
      .catch(() => {
        loading = null
        return new Map()
      }))

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties)
    made.append(...children)
    return made
  }

  const labelled = (name, control) => element('label', {}, element('span', { textContent: name }), control)

  function buildForm({ path, method, operation }) {
    const parameters = operation.parameters.map((parameter) => ({
      parameter,
      input: element('input', { autocomplete: 'off', spellcheck: false, required: parameter.in === 'path' }),
    }))
    const hasBody = operation.requestBody?.content['application/json'] !== undefined
    const body = hasBody ? element('textarea', { value: '{}', spellcheck: false }) : null
    const result = element('div', { role: 'status' })
    const send = element('button', { type: 'submit', className: 'button', textContent: 'Send request' })
    const form = element(
      'form',
      { className: 'try' },
      element('h4', { textContent: 'Try it' }),
      ...parameters.map(({ parameter, input }) =>
        labelled(parameter.name + (parameter.required ? '' : ' (optional)'), input),
      ),
      ...(body ? [labelled('Body', body)] : []),
      element('div', {}, send),
      result,
    )
    const submit = async () => {
      const key = field.value.trim()
      if (key === '' && operation.security.length > 0) {
        result.textContent = 'Enter your API key at the top of the page first.'
        return
      }
      const query = new URLSearchParams()
      let address = path
      for (const { parameter, input } of parameters) {
        if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value))
        else if (input.value !== '') query.set(parameter.name, input.value)
      }
      send.disabled = true
      result.replaceChildren(await request(base + address + (query.size > 0 ? '?' + query : ''), method, key, body))
      send.disabled = false
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void submit()
    })
    return form
  }

  async function request(url, method, key, body) {
    try {
      const response = await fetch(url, {
        method,
        // No cookies, although the API ignores them.
        credentials: 'omit',
        headers: {
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body: body ? body.value : null,
      })
      const text = await response.text()
      return element('pre', {
        tabIndex: 0,
        textContent: `${response.status} ${response.statusText}\n\n${indent(text)}`,
      })
    } catch {
      return element('p', { textContent: 'The server could not be reached. Try again.' })
    }
  }

  function indent(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return text
    }
  }

  async function addForm(call) {
    if (!call.open || call.querySelector('.try') !== null) return
    const found = (await loadOperations()).get(call.id)
    // Two events may wait for the same document.
    if (found === undefined || call.querySelector('.try') !== null) return
    if (found.operation['x-key-scope'] === null && found.operation.security.length > 0) return
    call.querySelector('.inside').append(buildForm(found))
  }

  for (const call of document.querySelectorAll('details.call')) {
    call.addEventListener('toggle', () => void addForm(call))
    // Opened by its link before this script ran.
    void addForm(call)
  }
}
