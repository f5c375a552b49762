// SPDX-License-Identifier: MIT
#include "mpi/share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "console/messages.hpp"
#include "core/bytes.hpp"
#include "files/claim.hpp"
#include "files/interrupt.hpp"
#include "run/ensemble.hpp"
#include "run/identity.hpp"
#include "run/resume.hpp"

namespace polhode::app::mpi {
namespace {

using Clock = std::chrono::steady_clock;

/// An order of rank 0 to a worker.
enum class Order : std::uint8_t { compute = 1, look, end };

/// The first byte of a message with records.
constexpr char more_will_come = 0, block_is_done = 1;

/// Sends records to rank 0, many in a message.
class RecordSender final : public RecordSink {
 public:
  void append(RecordKind kind, std::string_view payload) override {
    const std::lock_guard lock(mutex_);
    const std::array<std::uint32_t, 2> head{static_cast<std::uint32_t>(kind),
                                            static_cast<std::uint32_t>(payload.size())};
    bytes_.append(reinterpret_cast<const char*>(head.data()), sizeof head);
    bytes_ += payload;
    if (bytes_.size() >= usual_size || Clock::now() - sent_ >= std::chrono::milliseconds(500))
      send_off(more_will_come);
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    send_off(block_is_done);
  }

 private:
  static constexpr std::size_t usual_size = std::size_t{1} << 18;

  void send_off(char how) {
    bytes_.front() = how;
    send(0, Tag::records, bytes_);
    bytes_.resize(1);
    sent_ = Clock::now();
  }

  std::mutex mutex_;
  std::string bytes_ = std::string(1, more_will_come);
  Clock::time_point sent_ = Clock::now();
};

/// Writes the records of a sender to the journal; returns how many runs have ended.
std::uint64_t unpack(std::string_view records, Journal& journal) {
  std::uint64_t ended = 0;
  std::vector<Journal::Record> all;
  while (!records.empty()) {
    std::array<std::uint32_t, 2> head{};
    if (records.size() < sizeof head) throw FileError("a message of another rank is incomplete");
    std::memcpy(head.data(), records.data(), sizeof head);
    records.remove_prefix(sizeof head);
    if (records.size() < head[1]) throw FileError("a message of another rank is incomplete");
    const auto kind = static_cast<RecordKind>(head[0]);
    all.push_back({kind, records.substr(0, head[1])});
    records.remove_prefix(head[1]);
    if (kind == RecordKind::end) ++ended;
  }
  journal.append(all);
  return ended;
}

/// An order with its numbers.
std::string order(Order what, std::initializer_list<std::uint64_t> numbers) {
  ByteWriter writer;
  writer(static_cast<std::uint8_t>(what));
  for (const std::uint64_t number : numbers) writer(number);
  return writer.bytes();
}

/// Whether a path leads to the file of rank 0, by its inode. A file that was created on another machine may
/// take some seconds to appear.
bool sees(const std::string& path, std::uint64_t inode) {
  const auto until = Clock::now() + std::chrono::seconds(10);
  while (true) {
    const auto file = file_named(path);
    if (file) return file->inode == inode;
    if (Clock::now() >= until) return false;
    stop_if_interrupted();
    // Reading the folder refreshes the file system's cache.
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (std::filesystem::directory_iterator(folder.empty() ? "." : folder, ignored); ignored) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

}  // namespace

RunDispenser::RunDispenser(std::vector<RunRange> runs, std::uint64_t takers)
    : runs_(std::move(runs)), takers_(takers) {
  for (const RunRange& range : runs_) left_ += range.size();
  std::reverse(runs_.begin(), runs_.end());
}

std::optional<RunRange> RunDispenser::next() {
  constexpr std::uint64_t most = 4096;
  const std::lock_guard lock(mutex_);
  if (runs_.empty()) return std::nullopt;
  RunRange& range = runs_.back();
  const std::uint64_t size =
      std::min(range.size(), std::clamp<std::uint64_t>(left_ / (4 * takers_), 1, most));
  const RunRange taken{range.first, range.first + size};
  range.first += size;
  left_ -= size;
  if (range.size() == 0) runs_.pop_back();
  return taken;
}

void Leader::receive_introductions(const ScenarioFile& file, const RunOptions& options) {
  const JournalIdentity ours(file, first_scenario(file), options);
  const std::string host = Job::host();
  hosts_.assign(static_cast<std::size_t>(job_.size()), "unknown machine");
  std::vector<std::string> wrong;
  int others = 0;
  for (; introduced_ < job_.size() - 1; ++introduced_) {
    const Message message = next_message();
    const auto introduction = from_bytes<WorkerIntroduction>(message.bytes);
    const auto theirs = introduction ? JournalIdentity::from_header(introduction->header) : std::nullopt;
    std::string& their_host = hosts_[static_cast<std::size_t>(message.from)];
    if (introduction) their_host = introduction->host;
    std::string why;
    if (introduction && !introduction->error.empty())
      why = "cannot start: " + introduction->error;
    else if (message.tag != Tag::introduction || !theirs)
      why = "has another version of polhode";
    else if (const std::string difference = ours.difference_of_ensemble(*theirs); !difference.empty())
      why = fmt::format("differs from rank 0 on {}: {}", host, difference);
    else if (theirs->instructions != ours.instructions)
      ++others;
    if (!why.empty()) wrong.push_back(fmt::format("rank {} on {} {}", message.from, their_host, why));
  }
  if (!wrong.empty()) {
    std::sort(wrong.begin(), wrong.end());
    throw RefusedInput(with_first_lines("the ranks do not have the same program and scenario:", wrong));
  }
  if (others > 0)
    say(fmt::format(
        "warning: {} ranks have other instructions than rank 0 on {} ({}): the last digits may differ "
        "from those of one machine",
        others, host, ours.instructions));
  const std::uint64_t runs = runs_of(file, options).size();
  if (const auto ranks = static_cast<std::uint64_t>(job_.size()); ranks > runs)
    say(fmt::format("warning: {} ranks for {}: {} of them {} nothing to compute", ranks,
                    !file.is_ensemble() ? std::string("one motion")
                    : runs == 1         ? std::string("1 run")
                                        : fmt::format("{} runs", runs),
                    ranks - runs, ranks - runs == 1 ? "has" : "have"));
}

/// Since rank 0 of a later job may be on any of these machines.
void Leader::check_folder(const Journal& journal) {
  const auto file = file_named(journal.path());
  if (!file) throw FileError(fmt::format("cannot find {}, which existed before", journal.path()));
  for (int rank = 1; rank < job_.size(); ++rank) send(rank, Tag::order, order(Order::look, {file->inode}));
  std::vector<int> blind;
  for (int left = job_.size() - 1; left > 0; --left) {
    const Message message = next_message();
    if (message.tag == Tag::failed)
      throw FileError(fmt::format("rank {} cannot continue: {}", message.from, message.bytes));
    if (message.bytes != "yes") blind.push_back(message.from);
  }
  if (blind.empty()) return;
  const int rank = *std::min_element(blind.begin(), blind.end());
  const std::string folder = std::filesystem::path(journal.path()).parent_path().string();
  throw RefusedInput(fmt::format(
      "the result folder {} is not shared by all ranks: rank {} on {} does not see what rank 0 on {} "
      "writes there{}. A run resumed there would not find its journal: name a shared folder with -o",
      folder.empty() ? "." : folder, rank, hosts_[static_cast<std::size_t>(rank)], Job::host(),
      blind.size() > 1 ? fmt::format(", nor do {} more", blind.size() - 1) : ""));
}

void Leader::share(JournaledRun& run, const JournalIndex& index) {
  check_folder(run.journal());
  EnsembleProgress progress(run, index.ended.size());
  RunDispenser runs(index.ended.missing_in(run.shape().runs), static_cast<std::uint64_t>(job_.size()));
  const auto send_block_to = [&](int rank) {
    const auto block = runs.next();
    if (block) send(rank, Tag::order, order(Order::compute, {block->first, block->last, index.last_session}));
    return block.has_value();
  };
  for (int rank = 1; rank < job_.size(); ++rank) busy_ += send_block_to(rank) ? 1 : 0;

  std::atomic<bool> is_own_done = false, is_over = false;
  std::exception_ptr own_failure;
  const std::jthread own([&] {
    try {
      for (auto block = runs.next(); block && !is_over; block = runs.next())
        compute_runs(run.file(), run.options(), {*block}, index.last_session, run.journal(),
                     [&] { progress.note_done(); });
    } catch (...) {
      own_failure = std::current_exception();
    }
    is_own_done = true;
  });
  try {
    GrowingPause pause;
    while (busy_ > 0 || !is_own_done) {
      stop_if_interrupted();
      if (is_own_done && own_failure) break;
      const auto message = arrived();
      if (!message) {
        pause.wait();
        continue;
      }
      pause.reset();
      if (message->tag != Tag::records || message->bytes.empty())
        throw FileError(fmt::format("rank {} on {} cannot continue: {}", message->from,
                                    hosts_[static_cast<std::size_t>(message->from)], message->bytes));
      const std::uint64_t ended = unpack(std::string_view(message->bytes).substr(1), run.journal());
      if (ended > 0) progress.note_done(ended);
      if (message->bytes.front() == block_is_done && !send_block_to(message->from)) --busy_;
    }
  } catch (...) {
    is_over = true;
    throw;
  }
  if (own_failure) std::rethrow_exception(own_failure);
  run.journal().sync();
}

void Leader::end_workers() {
  // A long introduction is sent only when rank 0 receives it.
  for (; introduced_ < job_.size() - 1; ++introduced_) next_message();
  for (int rank = 1; rank < job_.size(); ++rank) send(rank, Tag::order, order(Order::end, {}));
}

void Worker::serve(const ScenarioFile& file, const RunOptions& options) {
  const JournalIdentity ours(file, first_scenario(file), options);
  send(0, Tag::introduction, bytes_of(WorkerIntroduction{Job::host(), ours.header(), ""}));
  has_introduced_itself_ = true;
  while (true) {
    const Message message = next_message();
    const auto what = message.bytes.empty() ? Order::end : static_cast<Order>(message.bytes.front());
    if (what == Order::end) return;
    try {
      if (what == Order::look) {
        ByteReader reader(std::string_view(message.bytes).substr(1));
        std::uint64_t inode = 0;
        reader(inode);
        send(0, Tag::seen, sees(options.base + ".journal", inode) ? "yes" : "no");
      } else {
        compute(message.bytes, file, options);
      }
    } catch (const std::exception& error) {
      send(0, Tag::failed, error.what());
    }
  }
}

void Worker::compute(const std::string& order, const ScenarioFile& file, const RunOptions& options) {
  ByteReader reader(std::string_view(order).substr(1));
  RunRange runs;
  std::uint64_t last_session = 0;
  reader(runs.first);
  reader(runs.last);
  reader(last_session);
  RecordSender sender;
  compute_runs(file, options, {runs}, last_session, sender, [] {});
  sender.finish();
}

void Worker::tell_failure(const std::string& why) {
  if (has_introduced_itself_) return;
  send(0, Tag::introduction,
       bytes_of(WorkerIntroduction{Job::host(), "", why.empty() ? "no reason was given" : why}));
  while (true) {
    const Message message = next_message();
    if (message.bytes.empty() || static_cast<Order>(message.bytes.front()) == Order::end) return;
  }
}

}  // namespace polhode::app::mpi
