# Writes reference.json: figures of a small exam as R computes them, from other formulas than the engine's where there
# are any. Run it in this folder: Rscript reference.R. Marks are in hundredths. The data come from a congruential
# formula, so they are the same with every version of R.

state <- 4711
draw <- function(limit) {
  state <<- (state * 1103 + 12345) %% 65536
  floor(state / 65536 * limit)
}

n <- 180
school <- class <- integer(n)
marks <- matrix(NA_real_, n, 3)
for (i in 1:n) {
  school[i] <- 1 + draw(3)
  class[i] <- school[i] * 10 + draw(3)
  ability <- draw(60)
  for (s in 1:3) {
    mark <- (ability + draw(81)) * 50
    if (draw(20) > 0) marks[i, s] <- min(mark, 10000)
  }
}
all <- rep(0, n)
full <- 10000

# Assigned scores of the third subject: five bands, ties with the best rank, halves up.
assign <- function(x) {
  takers <- x[!is.na(x)]
  quota <- ceiling(round(c(15, 50, 85, 98, 100) * length(takers) / 100, 9))
  high <- c(100, 85, 70, 55, 40)
  low <- c(86, 71, 56, 41, 30)
  best <- rank(-takers, ties.method = "min")
  band <- findInterval(best, quota + 1) + 1
  score <- sapply(seq_along(takers), function(i) {
    own <- takers[band == band[i]]
    if (max(own) == min(own)) return(high[band[i]])
    y <- approx(c(min(own), max(own)), c(low[band[i]], high[band[i]]), takers[i])$y
    floor(round(y, 9) + 0.5)
  })
  out <- rep(NA_real_, length(x))
  out[!is.na(x)] <- score * 100
  list(score = out, quota = quota, takers = as.vector(table(factor(band, 1:5))))
}
assigned <- assign(marks[, 3])
counting <- cbind(marks[, 1:2], assigned$score)
total <- rowSums(counting)
columns <- list(marks[, 1], marks[, 2], marks[, 3], assigned$score, total)
levels <- list(all = all, school = school, class = class)

json <- function(x) {
  if (is.list(x)) {
    parts <- vapply(x, json, "")
    if (is.null(names(x))) return(paste0("[", paste(parts, collapse = ","), "]"))
    return(paste0("{", paste0('"', names(x), '":', parts, collapse = ","), "}"))
  }
  # One number at a time, because format() gives all numbers of a vector the same decimals.
  text <- vapply(x, function(one) if (is.na(one)) "null" else format(one, digits = 15, scientific = FALSE), "")
  paste0("[", paste(text, collapse = ","), "]")
}

figures <- function(x, by, full) {
  units <- sort(unique(by))
  each <- function(f) vapply(units, function(u) { own <- x[by == u & !is.na(x)]; as.numeric(f(own)) }, 0)
  list(
    unit = units,
    counted = each(length),
    mean = each(mean),
    sample = each(sd),
    population = each(function(v) sqrt(mean((v - mean(v))^2))),
    lowest = each(min),
    highest = each(max),
    percentiles = lapply(units, function(u) quantile(x[by == u], c(.1, .25, .5, .75, .9), type = 7, na.rm = TRUE, names = FALSE)),
    excellent = each(function(v) mean(v >= 0.85 * full)),
    pass = each(function(v) mean(v >= 0.6 * full)),
    low = each(function(v) mean(v < 0.4 * full))
  )
}
ranks <- function(x, by) ave(x, by, FUN = function(v) ifelse(is.na(v), 0, rank(-v, ties.method = "min", na.last = "keep")))
percentileRank <- function(x) {
  v <- x[!is.na(x)]
  out <- rep(NA_real_, length(x))
  # The mid-rank is the average rank less a half.
  out[!is.na(x)] <- 100 * (rank(v, ties.method = "average") - 0.5) / length(v)
  out
}

fulls <- c(full, full, full, full, 3 * full)
results <- lapply(seq_along(columns), function(c) {
  x <- columns[[c]]
  list(
    levels = lapply(levels, function(by) figures(x, by, fulls[c])),
    ranks = lapply(levels, function(by) ranks(x, by)),
    percentileRank = percentileRank(x)
  )
})

# The line that the best 30 % of those with a total reach.
ok <- which(!is.na(total))
line <- sort(total[ok], decreasing = TRUE)[ceiling(round(0.3 * length(ok), 9))]
passes <- !is.na(total) & total >= line
factor <- line / mean(total[passes])
subjectLines <- sapply(1:3, function(s) floor(round(factor * mean(counting[passes, s]) / 10, 9) + 0.5) * 10)
double <- lapply(1:3, function(s) {
  own <- !is.na(total) & !is.na(counting[, s])
  reaches <- counting[, s] >= subjectLines[s]
  lapply(levels, function(by) {
    cell <- function(rule) as.vector(tapply(own & rule, by, function(v) sum(v, na.rm = TRUE)))
    list(both = cell(passes & reaches), totalOnly = cell(passes & !reaches),
         subjectOnly = cell(!passes & reaches), neither = cell(!passes & !reaches))
  })
})

cat(json(list(
  school = school, class = class, marks = lapply(1:3, function(s) marks[, s]),
  assigned = assigned, columns = results,
  line = list(mark = line, factor = factor, passers = lapply(levels, function(by) as.vector(tapply(passes, by, sum))),
    subjects = subjectLines, double = double)
)), "\n", sep = "", file = "reference.json")
