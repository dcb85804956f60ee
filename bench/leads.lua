-- Estimate requests for wrk, as supabase-js sends them from the site. Each has its own address,
-- session, visitor, and idempotency key.
--
--     wrk -s leads.lua URL -- SEED ANON_KEY

local threads = 0

function setup(thread)
   thread:set("number", threads)
   threads = threads + 1
end

local HEAD = table.concat({
   "POST /rest/v1/site_forms?select=* HTTP/1.1",
   "Host: %s",
   "Accept: application/vnd.pgrst.object+json",
   "apikey: %s",
   "Authorization: Bearer %s",
   "Content-Profile: public",
   "Content-Type: application/json",
   "Prefer: return=representation",
   "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
   "X-Client-Info: supabase-js-web/2",
   "Content-Length: %d",
   "Idempotency-Key: ",
}, "\r\n")

-- Texts must differ, because the server looks up details of forty or more characters.
local BODY = '{"full_name":"Jane Miller","email":"jane.miller@oakmail.net","phone":"404-555-0123",'
   .. '"message":"Service: Tree Removal\\nUrgency: Within a week\\nAddress: 12 Oak Street, Decatur, GA 30030\\nDetails:\\n'
   .. 'A large white oak leans over the garage since the storm, and its roots lift the drive. The code of the gate is %08x.",'
   .. '"site_name":"canopy-brothers-tree-care","visitor_id":"%s","session_id":"%s","referrer":"https://www.google.com/"}'

local random, format = math.random, string.format
local head, count

local function bits(many)
   return random(0, 2 ^ many - 1)
end

local function uuid()
   return format("%08x-%04x-4%03x-8%03x-%08x%04x", bits(32), bits(16), bits(12), bits(12), bits(32), bits(16))
end

-- A version 7 UUID, like the site's keys: the time comes first.
local function key()
   return format("%012x-7%03x-8%03x-%08x%04x", os.time() * 1000 + random(0, 999), bits(12), bits(12), bits(32), bits(16))
      :gsub("^(........)", "%1-")
end

local function body()
   return format(BODY, bits(32), uuid(), uuid())
end

function init(args)
   local seed, key = tonumber(args[1]), args[2]
   math.randomseed(seed + number / 64)
   count = number * 2 ^ 23 + bits(23)
   head = format(HEAD, wrk.headers["Host"], key, key, #body())
end

-- wrk.format would build the whole request anew each time.
function request()
   count = (count + 1) % 2 ^ 24
   local address = format("10.%d.%d.%d", count / 65536, count / 256 % 256, count % 256)
   return head .. key() .. "\r\nX-Forwarded-For: " .. address .. "\r\n\r\n" .. body()
end

function done(summary, latency)
   local errors = summary.errors
   io.write(format(
      '{"answers":%d,"microseconds":%d,"p50":%d,"p99":%d,"p999":%d,"refused":%d,"broken":%d}\n',
      summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
      errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
