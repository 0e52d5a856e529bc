import { newConsumer, type RequestTemplate } from './request-template.ts';

/**
 * The requests as a script for wrk, in Lua. What has no new uuids in it is put together once; the rest is kept in
 * parts. A uuid begins with chance, so that consumers come in no order, and ends with a count, so that no two are the same.
 */
export function wrkScript(
  templates: readonly RequestTemplate[],
  headers: Readonly<Record<string, string>>,
  nonce: number,
): string {
  const withBody = { ...headers, 'content-type': 'application/json' };
  return `
local headers = ${luaTable(headers)}
local bodyHeaders = ${luaTable(withBody)}
local templates = {${templates.map(luaTemplate).join(',\n')}}
local ready = {}
local turn = 0
local made = 0

local function uuid()
  made = made + 1
  return string.format("%04x%04x-%04x-4%03x-8%03x-%012x", math.random(0, 65535), math.random(0, 65535),
    math.random(0, 65535), math.random(0, 4095), math.random(0, 4095), made)
end

local function fill(parts)
  if #parts == 1 then return parts[1] end
  local filled = {}
  for index, part in ipairs(parts) do
    if index > 1 then filled[#filled + 1] = uuid() end
    filled[#filled + 1] = part
  end
  return table.concat(filled)
end

local function format(template)
  local body = template.body and fill(template.body)
  return wrk.format(template.method, fill(template.path), body and bodyHeaders or headers, body)
end

function init(args)
  math.randomseed(${nonce})
  for index, template in ipairs(templates) do
    local isFixed = #template.path == 1 and (template.body == nil or #template.body == 1)
    if isFixed then ready[index] = format(template) end
  end
end

function request()
  turn = turn % #templates + 1
  return ready[turn] or format(templates[turn])
end

function done(summary, latency, requests)
  io.write(string.format('\\nRESULT {"requests":%d,"us":%d,"bytes":%d,"status":%d,"timeout":%d,"socket":%d,"p50":%f,"p99":%f}\\n',
    summary.requests, summary.duration, summary.bytes, summary.errors.status, summary.errors.timeout,
    summary.errors.connect + summary.errors.read + summary.errors.write, latency:percentile(50), latency:percentile(99)))
end
`;
}

function luaTemplate({ method, path, body }: RequestTemplate): string {
  const parts = (text: string) => `{${text.split(newConsumer).map(luaText).join(',')}}`;
  const withBody = body === undefined ? '' : `,body=${parts(body)}`;
  return `{method=${luaText(method)},path=${parts(path)}${withBody}}`;
}

function luaTable(record: Readonly<Record<string, string>>): string {
  const entries = Object.entries(record).map(([name, value]) => `[${luaText(name)}]=${luaText(value)}`);
  return `{${entries.join(',')}}`;
}

function luaText(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
