-- What `benches/load` asks with wrk: whole boards of 8 to 20 moves, in all four corners. Without an
-- argument the same 13 of the starter book again and again; with `new` another one each time, of
-- usual beginnings in any corner, orientation and order; with `file` and a path the bodies in it, a
-- line each.

local moves = {
   "Q16", "D4", "Q4", "D16", "F17", "C14", "D18", "C12", "O3", "R6",
   "O2", "R8", "C6", "F3", "B4", "C3", "O17", "R14", "M17", "R17",
}

-- Lines from the edges of a corner, 5 stones each.
local lines = {
   {{4, 4}, {6, 3}, {3, 6}, {4, 2}, {3, 8}},
   {{4, 4}, {6, 3}, {3, 6}, {8, 3}, {3, 3}},
   {{4, 4}, {6, 3}, {6, 4}, {7, 4}, {5, 3}},
   {{4, 4}, {6, 3}, {8, 3}, {3, 3}, {3, 4}},
   {{4, 4}, {3, 3}, {4, 3}, {3, 4}, {3, 5}},
   {{3, 4}, {5, 3}, {5, 4}, {6, 4}, {6, 3}},
   {{3, 4}, {5, 4}, {5, 3}, {6, 3}, {4, 3}},
   {{3, 4}, {5, 3}, {3, 6}, {7, 3}, {4, 8}},
   {{3, 3}, {4, 4}, {4, 3}, {5, 4}, {3, 4}},
   {{3, 4}, {6, 3}, {4, 6}, {3, 8}, {6, 4}},
}
local head = { ["content-type"] = "application/json" }
local columns = "ABCDEFGHJKLMNOPQRST"

local function body(played)
   local texts = {}
   for turn, point in ipairs(played) do
      texts[turn] = string.format('["%s","%s"]', turn % 2 == 1 and "B" or "W", point)
   end
   local text = '{"moves":[' .. table.concat(texts, ",") .. "]}"
   return wrk.format("POST", "/v1/next", head, text)
end

local function drawn()
   local corners, played = {}, {}
   for corner = 1, 4 do
      corners[corner] = { line = lines[math.random(#lines)], turned = math.random(2) == 1, at = 0 }
   end
   for turn = 1, math.random(8, 20) do
      local number = math.random(4)
      while corners[number].at == 5 do number = number % 4 + 1 end
      local corner = corners[number]
      corner.at = corner.at + 1
      local u, v = corner.line[corner.at][1], corner.line[corner.at][2]
      if corner.turned then u, v = v, u end
      if number % 2 == 0 then u = 20 - u end
      if number > 2 then v = 20 - v end
      played[turn] = columns:sub(u, u) .. v
   end
   return body(played)
end

local questions, asked, is_new = {}, 0, false

function init(arguments)
   if arguments[1] == "file" then
      for line in io.lines(arguments[2]) do
         questions[#questions + 1] = wrk.format("POST", "/v1/next", head, line)
      end
      return
   end
   is_new = arguments[1] == "new"
   math.randomseed(tonumber(arguments[2] or "1"))
   for count = 8, #moves do
      questions[#questions + 1] = body({ unpack(moves, 1, count) })
   end
end

function request()
   if is_new then return drawn() end
   asked = asked % #questions + 1
   return questions[asked]
end
