-- What `benches/load` asks with wrk: whole boards of 8 to 20 moves, in all four corners of the starter book.

local moves = {
   "Q16", "D4", "Q4", "D16", "F17", "C14", "D18", "C12", "O3", "R6",
   "O2", "R8", "C6", "F3", "B4", "C3", "O17", "R14", "M17", "R17",
}

local function question(count)
   local played = {}
   for turn = 1, count do
      played[turn] = string.format('["%s","%s"]', turn % 2 == 1 and "B" or "W", moves[turn])
   end
   local body = '{"moves":[' .. table.concat(played, ",") .. "]}"
   return wrk.format("POST", "/v1/next", { ["content-type"] = "application/json" }, body)
end

local questions, asked = {}, 0

function init()
   for count = 8, #moves do
      questions[#questions + 1] = question(count)
   end
end

function request()
   asked = asked % #questions + 1
   return questions[asked]
end
